use super::*;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::process::Command;
use toml::Table;

const NAME: &str = "libreoffice_calc/0-1";

/// A task that is marked by a table.
fn table() -> Value {
    json!({
        "id": "0-1",
        "snapshot": "libreoffice_calc",
        "instruction": "Add up the prices. ",
        "config": [
            {"type": "download", "parameters": {"files": [{"url": "https://host.example/1", "path": "/home/user/Desktop/prices.xlsx"}]}},
            {"type": "open", "parameters": {"path": "/home/user/Desktop/prices.xlsx"}},
        ],
        "related_apps": ["libreoffice calc"],
        "evaluator": {
            "postconfig": [
                {"type": "activate_window", "parameters": {"window_name": "prices.xlsx - LibreOffice Calc"}},
                {"type": "sleep", "parameters": {"seconds": 0.5}},
                {"type": "execute", "parameters": {"command": ["python", "-c", "import pyautogui; pyautogui.hotkey('ctrl', 's');"]}},
            ],
            "func": "compare_table",
            "result": {"type": "vm_file", "path": "/home/user/Desktop/prices.xlsx", "dest": "prices.xlsx"},
            "expected": {"type": "cloud_file", "path": "https://host.example/2", "dest": "prices_gold.xlsx"},
            "options": {"rules": [{"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "EI0"}]},
        },
    })
}

fn infeasible() -> Value {
    json!({"instruction": "Print it in Braille.", "related_apps": ["gimp"], "evaluator": {"func": "infeasible"}})
}

/// A task with one value put elsewhere; none takes it out.
fn with(mut task: Value, pointer: &str, value: Value) -> Value {
    *task.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    task
}

fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join(NAME)).unwrap();
    for (name, text) in [("prices.xlsx", "start"), ("prices_gold.xlsx", "gold"), ("prices_gold-Sheet1.csv", "1\n"), ("a.pdf", "")]
    {
        fs::write(folder.path().join(NAME).join(name), text).unwrap();
    }
    folder
}

fn read(task: &Value) -> Result<(Table, Imported), String> {
    let imported = task_file(NAME, &task.to_string(), Some(files().path()))?;
    Ok((toml::from_str(&imported.text).unwrap(), imported))
}

fn refused(task: &Value) -> String {
    read(task).map(|(file, _)| file).unwrap_err()
}

#[test]
fn a_table_is_held_against_its_gold_file_which_is_the_solution() {
    let (file, imported) = read(&table()).unwrap();
    assert_eq!(file["program"].as_str(), Some("libreoffice-calc"));
    assert_eq!(file["setup"]["open"][0].as_str(), Some("Desktop/prices.xlsx"));
    let asked = "Add up the prices.\n\nSave your work to /home/user/Desktop/prices.xlsx: it is read there.";
    assert_eq!(file["instruction"].as_str(), Some(asked));
    let content = |path: &str| {
        let found = imported.data.iter().find(|(other, _)| other == path);
        std::str::from_utf8(&found.unwrap_or_else(|| panic!("{path}")).1).unwrap()
    };
    let copied = |of: &toml::Value| content(of["copy"].as_str().unwrap()).to_owned();
    assert_eq!(copied(&file["files"]["Desktop/prices.xlsx"]), "start");
    let key = &file["key"];
    assert_eq!(copied(&key["reference"]["gold/prices_gold.xlsx"]), "gold");
    assert!(copied(&key["reference"]["verify.py"]).contains("def main"));
    let check: Value = serde_json::from_str(key["reference"]["check.json"].as_str().unwrap()).unwrap();
    assert_eq!(check["parts"][0]["gold"], "gold/prices_gold.xlsx");
    assert_eq!(key["verify"][0]["checks"]["result"].as_integer(), Some(1));
    let script = content(key["solution"]["steps"][0]["script"].as_str().unwrap());
    assert!(script.contains("base64 -d > '/home/user/Desktop/prices.xlsx' <<'END_OF_FILE'\nZ29sZA==\n"), "{script}");
    assert_eq!(key["near_miss"][0]["fails"].as_str(), Some("result"));
    assert_eq!(key["near_miss"][0]["steps"][0]["shell"].as_str(), Some("touch '/home/user/Desktop/prices.xlsx'"));
}

#[test]
fn a_sheet_as_it_is_printed_names_the_filter_and_the_file() {
    let result = json!({
        "type": "vm_file", "multi": true, "dest": ["prices.xlsx", "prices-Sheet1.csv"],
        "path": ["/home/user/Desktop/prices.xlsx", "/home/user/Desktop/prices-Sheet1.csv"],
    });
    let expected =
        json!({"type": "cloud_file", "multi": true, "path": ["a", "b"], "dest": ["prices_gold.xlsx", "prices_gold-Sheet1.csv"]});
    let task = with(table(), "/evaluator/result", result);
    let task = with(task, "/evaluator/expected", expected);
    let task = with(task, "/evaluator/options/rules/0/type", json!("sheet_print"));
    assert!(refused(&task).contains("nothing prints"));
    let prints = json!({"command": ["libreoffice", "--convert-to", "csv:Text:44", "--outdir", "/home/user", "/home/user/Desktop/prices.xlsx"]});
    let task = with(task, "/evaluator/postconfig/2", json!({"type": "execute", "parameters": prints}));
    let (file, _) = read(&task).unwrap();
    let reference = &file["key"]["reference"];
    assert!(reference.get("gold/prices_gold-Sheet1.csv").is_some());
    let check: Value = serde_json::from_str(reference["check.json"].as_str().unwrap()).unwrap();
    assert_eq!(check["parts"][0]["options"]["printing"], json!({"filter": "csv:Text:44", "files": ["prices-Sheet1.csv"]}));
}

#[test]
fn what_cannot_be_done_is_solved_by_saying_so() {
    let imported = task_file("gimp/0-2", &infeasible().to_string(), None).unwrap();
    let file: Table = toml::from_str(&imported.text).unwrap();
    assert_eq!((file["feasible"].as_bool(), file["way"].as_str()), (Some(false), Some("GUI")));
    assert!(file["key"]["solution"]["steps"][0].get("fail").is_some());
    assert!(file["key"]["near_miss"][0]["steps"][0].get("done").is_some());
    assert!(imported.data.is_empty());
}

#[test]
fn documents_of_the_office_suite_share_one_program_and_folders_are_shown_beside() {
    let more = json!({"files": [
        {"url": "https://host.example/1", "path": "/home/user/Desktop/prices.xlsx"},
        {"url": "https://host.example/1", "path": "/home/user/Desktop/prices_gold.xlsx"},
    ]});
    let task = with(table(), "/config/0/parameters", more);
    let task = with(task, "/related_apps", json!(["libreoffice_calc", "libreoffice_writer", "os"]));
    let name = "multi_apps/0-1";
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join(name)).unwrap();
    for file in ["prices.xlsx", "prices_gold.xlsx"] {
        fs::write(folder.path().join(name).join(file), file).unwrap();
    }
    let file: Table = toml::from_str(&task_file(name, &task.to_string(), Some(folder.path())).unwrap().text).unwrap();
    assert_eq!(file["program"].as_str(), Some("libreoffice-calc"));
    assert!(file["beside"].get("files").is_some());
    assert_eq!(file["installed"].as_array().unwrap(), &[toml::Value::from("libreoffice-writer")]);
    // Both lie in the same folder under the names that they have here.
    assert_eq!(file["files"]["Desktop/prices_gold.xlsx"]["copy"].as_str(), Some("data/multi_apps/0-1/start/1-prices_gold.xlsx"));
}

#[test]
fn what_cannot_be_proven_or_made_here_is_left_out_with_a_reason() {
    let step = |kind: &str, parameters: Value| json!([{"type": kind, "parameters": parameters}]);
    let download = |path: &str| step("download", json!({"files": [{"url": "https://host.example/1", "path": path}]}));
    let rule = |rule: Value| with(table(), "/evaluator/options/rules/0", rule);
    let cases = [
        (with(table(), "/related_apps", json!(["chrome"])), "chrome is not among the programs here"),
        (with(table(), "/instruction", json!("Fill {it}.")), "braces"),
        (with(table(), "/evaluator/func", json!("compare_pdfs")), "its check compare_pdfs has no counterpart"),
        (with(table(), "/evaluator/func", json!("")), "it has no check"),
        (with(table(), "/evaluator/func", json!([])), "it has no check"),
        (with(table(), "/evaluator/func", json!([1, "compare_csv"])), "its check has no name"),
        (with(table(), "/evaluator/result", json!({"type": "vm_command_line", "command": "ls"})), "no solution is published"),
        (with(table(), "/evaluator/result", json!({"type": "vm_terminal_output"})), "what a terminal shows"),
        (with(table(), "/evaluator/result/path", json!("C:\\Users\\user\\a.xlsx")), "is not in the agent's home"),
        (with(table(), "/evaluator/result/path", json!("/home/user/../root/a.xlsx")), "is not in the agent's home"),
        (with(table(), "/evaluator/result/path", json!("/home/user/a.ods")), "is no .xlsx file"),
        (with(table(), "/evaluator/expected", Value::Null), "no solution is published"),
        (with(table(), "/evaluator/expected/type", json!("vm_file")), "is no gold file"),
        (with(table(), "/evaluator/expected/dest", json!("../gold.xlsx")), "has no plain name"),
        (with(table(), "/evaluator/expected/dest", json!("/etc/gold.xlsx")), "has no plain name"),
        (with(table(), "/evaluator/expected/dest", json!("absent.xlsx")), "libreoffice_calc/0-1/absent.xlsx is not below"),
        (with(table(), "/evaluator/expected/dest", json!("prices.xlsx")), "holds before anything is done"),
        (with(table(), "/evaluator/options", json!({"rules": [], "more": 1})), "the option \"more\""),
        (rule(json!({"type": "chart"})), "its rule chart for tables"),
        (rule(json!({"type": "sheet_data", "sheet_idx0": 0})), "names no sheet as sheet_idx1"),
        (rule(json!({"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "XX0"})), "names no sheet as sheet_idx1"),
        (
            rule(
                json!({"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"bgcolor": {"method": "eq", "ref": "FF"}}}),
            ),
            "other than its value",
        ),
        (rule(json!({"type": "sheet_fuzzy", "sheet_idx0": 0, "sheet_idx1": "EI0", "rules": [{"range": ["A"]}]})), "an odd part"),
        (with(table(), "/evaluator/postconfig", step("execute", json!({"command": ["tar", "x"]}))), "its check begins with"),
        (with(table(), "/config", download("/etc/passwd")), "/etc/passwd is not in the agent's home"),
        (with(table(), "/config", download("/home/user/../a.xlsx")), "is not in the agent's home"),
        (with(table(), "/config", download("/home/user/.hidden")), "no plain name"),
        (with(table(), "/config", download("setup.sh")), "is not in the agent's home"),
        (with(table(), "/config", download("/home/user/a.pdf")), "no program here shows its file a.pdf"),
        (with(table(), "/config", step("open", json!({"path": "/home/user/b.xlsx"}))), "not among its files"),
        (with(table(), "/config", step("launch", json!({"command": ["vlc"]}))), "it starts `vlc`"),
        (with(table(), "/config", step("chrome_open_tabs", json!({}))), "chrome_open_tabs"),
        (with(table(), "/config", step("execute", json!({"command": "echo x | sudo -S ls", "shell": true}))), "needs sudo"),
        (with(table(), "/config", step("execute", json!({"command": "gio trash a"}))), "runs `gio trash a`"),
        (
            with(table(), "/config", step("command", json!({"command": ["mkdir", "-p", "/home/user/new"]}))),
            "the empty folder new",
        ),
        (
            with(
                table(),
                "/config",
                step("execute", json!({"command": ["python", "-c", "import pyautogui; pyautogui.press('f5')"]})),
            ),
            "keys and clicks",
        ),
        (json!([]), "it is no task of OSWorld"),
        (json!({"instruction": "x", "evaluator": "y"}), "it is no task of OSWorld"),
    ];
    for (task, reason) in cases {
        let refused = refused(&task);
        assert!(refused.contains(reason), "{refused:?} instead of {reason:?}");
    }
    let refused = task_file("chrome/1", &infeasible().to_string(), None).map(|task| task.text).unwrap_err();
    assert!(refused.contains("chrome is not among the programs here"), "{refused}");
    let refused = task_file(NAME, &table().to_string(), None).map(|task| task.text).unwrap_err();
    assert!(refused.contains("--files FOLDER"), "{refused}");
}

#[test]
fn checks_of_which_any_will_do_are_solved_by_the_first() {
    let file = |kind: &str, key: &str, name: &str| json!({"type": kind, "path": "/home/user/Desktop/prices.xlsx", key: name});
    let task = with(table(), "/evaluator/func", json!(["compare_table", "compare_table"]));
    let task = with(task, "/evaluator/result", json!([file("vm_file", "dest", "a"), file("vm_file", "dest", "a")]));
    let gold = |name: &str| file("cloud_file", "dest", name);
    let task = with(task, "/evaluator/expected", json!([gold("prices_gold.xlsx"), gold("prices.xlsx")]));
    let rules = json!({"rules": [{"type": "sheet_name"}]});
    let mut task = with(task, "/evaluator/options", json!([rules, rules]));
    assert!(refused(&task).contains("against two gold files"));
    task["evaluator"]["conj"] = json!("or");
    assert!(refused(&task).contains("holds before anything is done"));
    fn gold_of(file: &Table) -> Vec<&str> {
        file["key"]["reference"].as_table().unwrap().keys().filter_map(|path| path.strip_prefix("gold/")).collect()
    }
    let task = with(task, "/evaluator/expected/1/dest", json!("a.pdf"));
    assert!(refused(&task).contains("is no .xlsx file"));
    let task = with(task, "/evaluator/expected/1/dest", json!("prices_gold.xlsx"));
    let (file, _) = read(&task).unwrap();
    assert_eq!(gold_of(&file), ["prices_gold.xlsx"]);
    assert_eq!(file["key"]["solution"]["steps"].as_array().unwrap().len(), 1);
}

/// Whatever a file holds, it is a task or a sentence.
#[test]
fn odd_values_anywhere_are_taken_or_refused() {
    let folder = files();
    let mut pointers = vec![String::new()];
    let task = table();
    let mut at = 0;
    while at < pointers.len() {
        let parent = pointers[at].clone();
        match task.pointer(&parent).unwrap() {
            Value::Object(fields) => pointers.extend(fields.keys().map(|key| format!("{parent}/{key}"))),
            Value::Array(entries) => pointers.extend((0..entries.len()).map(|place| format!("{parent}/{place}"))),
            _ => {}
        }
        at += 1;
    }
    let odd = [
        Value::Null,
        json!(-1),
        json!(""),
        json!("../../x"),
        json!([]),
        json!({}),
        json!([[1]]),
        json!({"type": [1]}),
        json!(true),
    ];
    for pointer in &pointers {
        for value in &odd {
            let json = with(task.clone(), pointer, value.clone()).to_string();
            if let Err(reason) = task_file(NAME, &json, Some(folder.path())) {
                assert!(!reason.is_empty() && !reason.contains('\n'), "{pointer} {value}: {reason:?}");
            }
        }
    }
    let json = task.to_string();
    for end in 0..json.len() {
        assert!(task_file(NAME, json.get(..end).unwrap_or_default(), None).is_err());
    }
}

fn zipped(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook of one sheet with these rows; a text is an inline string, and a number after a `d` is a date.
fn xlsx(name: &str, rows: &[&[&str]]) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const OF: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let cell = |text: &&str| match (text.parse::<f64>(), text.strip_prefix('d').filter(|rest| rest.parse::<f64>().is_ok())) {
        (_, Some(date)) => format!("<c s=\"1\"><v>{date}</v></c>"),
        (Ok(_), _) => format!("<c><v>{text}</v></c>"),
        _ if text.is_empty() => "<c/>".into(),
        _ => format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>"),
    };
    let rows: String = rows.iter().map(|row| format!("<row>{}</row>", row.iter().map(cell).collect::<String>())).collect();
    zipped(&[
        (
            "xl/workbook.xml",
            &format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OF}\"><sheets><sheet name=\"{name}\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships xmlns=\"x\"><Relationship Id=\"a\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        (
            "xl/styles.xml",
            &format!("<styleSheet xmlns=\"{MAIN}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"),
        ),
        ("xl/worksheets/sheet1.xml", &format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")),
    ])
}

fn docx(body: &str) -> Vec<u8> {
    let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    zipped(&[("word/document.xml", &format!("<w:document xmlns:w=\"{word}\"><w:body>{body}</w:body></w:document>"))])
}

fn paragraphs(texts: &[&str]) -> Vec<u8> {
    docx(&texts.iter().map(|text| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")).collect::<String>())
}

/// What the verifier says of one file held against another.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for place in ["output", "reference/gold"] {
            fs::create_dir_all(folder.path().join(place)).unwrap();
        }
        for (name, text) in handing_in::VERIFIER {
            fs::write(folder.path().join("reference").join(name), text).unwrap();
        }
        Self { folder }
    }

    fn verify(&self, function: &str, ending: &str, options: &Value) -> Value {
        let part =
            json!({"func": function, "result": format!("a.{ending}"), "gold": format!("gold/g.{ending}"), "options": options});
        let check = json!({"conj": "and", "parts": [part]});
        fs::write(self.folder.path().join("reference/check.json"), check.to_string()).unwrap();
        let run =
            Command::new("python3").args(["-I", "-B", "reference/verify.py"]).current_dir(self.folder.path()).output().unwrap();
        let told = String::from_utf8(run.stdout).unwrap();
        let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&run.stderr)));
        told["checks"]["result"].clone()
    }

    /// Nothing where the file is right, else what is wrong with it.
    fn problem(&self, function: &str, ending: &str, options: &Value, [result, gold]: [&[u8]; 2]) -> String {
        fs::write(self.folder.path().join(format!("output/a.{ending}")), result).unwrap();
        fs::write(self.folder.path().join(format!("reference/gold/g.{ending}")), gold).unwrap();
        let told = self.verify(function, ending, options);
        if told["score"] == 1.0 { String::new() } else { told["seen"].as_str().unwrap().to_owned() }
    }
}

#[test]
fn tables_are_compared_by_the_rules_of_osworld() {
    let bench = Bench::new();
    let rule = |rule: Value| json!({"rules": [rule]});
    let data = rule(json!({"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "EI0"}));
    let table = |result: &[&[&str]], gold: &[&[&str]]| {
        bench.problem("compare_table", "xlsx", &data, [&xlsx("S", result), &xlsx("S", gold)])
    };
    let gold: &[&[&str]] = &[&["Item", "Price"], &["Nut", "1.5"], &["Bolt", "2"]];
    assert_eq!(table(gold, gold), "");
    assert_eq!(table(&[&["Item", "Price"], &["Nut", "1.50001"], &["Bolt", "2"], &["", ""]], gold), "");
    assert!(
        table(&[&["Item", "Price"], &["Nut", "1.501"], &["Bolt", "2"]], gold).contains("row 2 of the column 'Price' is 1.501")
    );
    assert!(table(&[&["Item", "Prices"], &["Nut", "1.5"], &["Bolt", "2"]], gold).contains("the title 'Prices'"));
    assert!(table(&[&["Item", "Price"], &["Nut", "1.5"]], gold).contains("1 rows below the titles"));
    // A date is no number, though it is one in the file.
    assert!(table(&[&["Day"], &["d45000"]], &[&["Day"], &["45000"]]).contains("holds values instead of whole numbers"));
    assert_eq!(table(&[&["Day"], &["d45000"]], &[&["Day"], &["d45000"]]), "");
    let of = |options: &Value, [result, gold]: [Vec<u8>; 2]| bench.problem("compare_table", "xlsx", options, [&result, &gold]);
    let names = rule(json!({"type": "sheet_name"}));
    assert_eq!(of(&names, [xlsx("S", gold), xlsx("S", gold)]), "");
    assert!(of(&names, [xlsx("T", gold), xlsx("S", gold)]).contains("['T'] instead of ['S']"));
    let named = rule(json!({"type": "sheet_data", "sheet_idx0": "RNS", "sheet_idx1": "ENS"}));
    assert!(of(&named, [xlsx("T", gold), xlsx("S", gold)]).contains("there is no sheet 'S'"));
    let cell = rule(json!({
        "type": "check_cell", "sheet_idx": 0, "coordinate": "B2", "props": {"value": {"method": "approx:0.01", "ref": 1.5}},
    }));
    assert_eq!(of(&cell, [xlsx("S", &[&[], &["", "1.505"]]), xlsx("S", gold)]), "");
    assert!(of(&cell, [xlsx("S", &[&[], &["", "1.6"]]), xlsx("S", gold)]).contains("B2 is 1.6"));
    let fuzzy = |part: Value| rule(json!({"type": "sheet_fuzzy", "sheet_idx0": "RI0", "sheet_idx1": "EI0", "rules": [part]}));
    let pair = |one: &str, other: &str| [xlsx("S", &[&[one]]), xlsx("S", &[&[other]])];
    let exact = fuzzy(json!({"range": ["A1:B2"], "type": "exact_match", "ignore_case": true, "trim_leadings": "+"}));
    assert_eq!(of(&exact, pair("+ABC", "abc")), "");
    assert!(of(&exact, pair("abd", "abc")).contains("'abd' in row 1"));
    let near = fuzzy(json!({"range": ["A1"], "type": "fuzzy_match", "threshold": 80}));
    assert_eq!(of(&near, pair("abcde", "abcdx")), "");
    assert!(!of(&near, pair("abcde", "abxyz")).is_empty());
}

#[test]
fn documents_and_texts_are_compared_by_the_rules_of_osworld() {
    let bench = Bench::new();
    let of = |function: &str, options: Value, [result, gold]: [Vec<u8>; 2]| {
        bench.problem(function, "docx", &options, [&result, &gold])
    };
    let pair = |one: &[&str], other: &[&str]| [paragraphs(one), paragraphs(other)];
    assert_eq!(of("compare_docx_files", json!({}), pair(&["a b", "c"], &["a  b", "", "c"])), "");
    let strict = json!({"ignore_blanks": false});
    assert!(of("compare_docx_files", strict.clone(), pair(&["a", "c"], &["a", "", "c"])).contains("2 paragraphs instead of 3"));
    assert!(!of("compare_docx_files", json!({}), pair(&["A"], &["a"])).is_empty());
    assert_eq!(of("compare_docx_files", json!({"ignore_case": true}), pair(&["A"], &["a"])), "");
    assert_eq!(of("compare_docx_files", json!({"ignore_order": true}), pair(&["b", "a"], &["a", "b"])), "");
    assert_eq!(of("compare_docx_files_and_ignore_new_lines", strict, pair(&["a", "c"], &["a", "", "c"])), "");
    assert_eq!(of("compare_docx_lines", json!({}), pair(&["b", "a ", "a"], &["a", "b"])), "");
    assert!(of("compare_docx_lines", json!({}), pair(&["b"], &["a", "b"])).contains("the line 'a' is missing"));
    let table = |cells: &str| {
        let cells: String =
            cells.split(' ').map(|cell| format!("<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>")).collect();
        docx(&format!("<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>{cells}</w:tr></w:tbl>"))
    };
    assert_eq!(of("compare_docx_tables", json!({}), [table("a b"), table("a b")]), "");
    assert!(of("compare_docx_tables", json!({}), [table("a c"), table("a b")]).contains("'c' instead of 'b'"));
    assert!(of("compare_docx_tables", json!({}), [table("a"), table("a b")]).contains("not full"));
    let text = |function: &str, options: Value, one: &str, other: &str| {
        bench.problem(function, "csv", &options, [one.as_bytes(), other.as_bytes()])
    };
    assert_eq!(text("compare_csv", json!({}), "a,b\n1,2", "a,b\r\n1,2\r\n"), "");
    assert!(text("compare_csv", json!({}), "a,b\n1,2 \n", "a,b\n1,2\n").contains("'1,2 '"));
    assert_eq!(text("compare_csv", json!({"strict": false, "ignore_case": true}), "A,b \n", "a,b\n"), "");
    assert_eq!(text("compare_text_file", json!({"ignore_blanks": true}), "a\t\tb\n", "a b"), "");
    assert!(!text("compare_text_file", json!({}), "a\tb", "a b").is_empty());
}

#[test]
fn whatever_is_handed_in_is_a_sentence_and_a_link_leads_nowhere() {
    let bench = Bench::new();
    let data = json!({"rules": [{"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "EI0"}]});
    let gold = xlsx("S", &[&["A"], &["1"]]);
    for end in (0..gold.len()).step_by(gold.len() / 20) {
        assert!(!bench.problem("compare_table", "xlsx", &data, [&gold[..end], &gold]).is_empty(), "{end}");
    }
    let place = bench.folder.path().join("output/a.xlsx");
    fs::remove_file(&place).unwrap();
    assert!(bench.verify("compare_table", "xlsx", &data)["seen"].as_str().unwrap().contains("there is no a.xlsx"));
    std::os::unix::fs::symlink("../reference/gold/g.xlsx", &place).unwrap();
    assert!(bench.verify("compare_table", "xlsx", &data)["seen"].as_str().unwrap().contains("no regular file"));
    fs::remove_file(&place).unwrap();
    fs::create_dir(&place).unwrap();
    assert!(bench.verify("compare_table", "xlsx", &data)["seen"].as_str().unwrap().contains("no regular file"));
}
