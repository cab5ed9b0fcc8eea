"""Renders the templates of a Helm chart that take values and nothing else: render_chart.py CHART RELEASE."""

import pathlib
import re
import sys

import yaml

chart, release = pathlib.Path(sys.argv[1]), sys.argv[2]
values = yaml.safe_load((chart / "values.yaml").read_text())
known = {f".Values.{name}": value for name, value in values.items()} | {".Release.Name": release}
for template in sorted((chart / "templates").iterdir()):
    print("---")
    print(re.sub(r"\{\{ (\S+) \}\}", lambda place: str(known[place[1]]), template.read_text()))
