def gate(own):
    """Keeps code that is typed into PyMOL from reaching the state channel: an audit hook, which cannot be taken off again.

    Python compiles every text before it runs it, and tells the hook first. PyMOL's menus and many of its commands are such texts
    themselves, so simple ones pass: calls of PyMOL's commands and of a few harmless functions on plain values. Nothing that
    passes can name a module, a function as a value or a hidden attribute, so nothing can replace what the state is read with.
    `own` is the thread that reads the state.
    """
    import _thread, ast, builtins, os, re, sys, types, zipimport

    import pymol
    from pymol import cmd, preset, util

    get_ident, frame, plain = _thread.get_ident, sys._getframe, (str, bytes)
    folder = os.environ["XDG_RUNTIME_DIR"]
    judging = set()
    CLOSED = ("code.", "ctypes.", "gc.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system")
    CLOSED += ("pty.", "socket.", "sys._current_frames", "sys.settrace", "sys.setprofile")
    CODE_FILES = (".py", ".pyc", ".pyo", ".so")
    FUNCTIONS = {"abs", "bool", "float", "int", "len", "list", "max", "min", "print", "round", "set", "sorted", "str", "sum"}
    METHODS = {"add", "append", "count", "extend", "get", "index", "items", "join", "keys", "lower", "replace", "sort", "split"}
    METHODS |= {"startswith", "endswith", "strip", "update", "upper", "values"}
    # What has a meaning before the agent comes is no plain value. (`type` is also a property of atoms.)
    taken = set(vars(pymol)) | set(vars(builtins))
    commands = {
        module.__name__.split(".")[-1]: {
            name
            for name, value in vars(module).items()
            if isinstance(value, types.FunctionType) and value.__module__.startswith("pymol")
        }
        for module in (cmd, preset, util)
    }
    # What sessions and PyMOL's own fragments of molecules are made of.
    PICKLED = {("_codecs", "encode"), ("pymol", "Session_Storage"), ("chempy.models", "Indexed")}
    PICKLED |= {("chempy", name) for name in ("Molecule", "Bond", "Atom")}
    sys.path_hooks.remove(zipimport.zipimporter)
    sys.path_importer_cache.clear()

    def watch(event, arguments):
        me = get_ident()
        if me == own or me in judging:
            return
        if event == "compile":
            judging.add(me)
            try:
                closed = not passes(*arguments)
            finally:
                judging.discard(me)
        elif event == "pickle.find_class":
            module, name = arguments
            is_wizard = module.startswith("pymol.wizard.") and name.isidentifier() and name[0].isupper()
            closed = (module, name) not in PICKLED and not is_wizard
        elif event == "import":
            closed = "QtNetwork" in arguments[0] or not (arguments[1] is None or is_installed(arguments[1]))
        else:
            paths = [os.fsdecode(part) for part in arguments if isinstance(part, plain)]
            closed = event.startswith(CLOSED) or (
                event.startswith(("open", "os.", "shutil."))
                and any(folder in path or (path.endswith(CODE_FILES) and not is_installed(path)) for path in paths)
            )
        if closed:
            raise PermissionError("Python is closed in this exam, but for PyMOL's commands and simple expressions")

    def is_installed(path):
        """Whether it is below /usr, which nobody can write, without any detour."""
        return path.startswith("/usr/") and os.path.normpath(path) == path

    def passes(source, file):
        if isinstance(file, bytes):
            file = os.fsdecode(file)
        if isinstance(file, str) and is_installed(file):
            return True
        if not isinstance(source, plain):
            return False
        if isinstance(source, bytes):
            source = source.decode(errors="replace")
        # A line that says how bytes are to be read would let us read another text than Python does.
        if any("coding" in line for line in source.splitlines()[:2]):
            return False
        try:
            return all(fits(part) for part in ast.parse(source).body) or is_path(source) or is_importing(file)
        except (SyntaxError, ValueError):
            # Python will say so itself.
            return True

    def is_path(source):
        """`a.b.c`: only looked at."""
        return re.fullmatch(r"[a-z]\w*(\.[a-z]\w*)*", source.strip()) is not None

    def is_importing(file):
        """Whether an installed module is being read, which may make code of its own."""
        at = frame(2)
        while at and at.f_code.co_filename != "<frozen importlib._bootstrap>":
            at = at.f_back
        return at is not None and not os.path.isabs(file)

    def fits(node):
        match node:
            case ast.Attribute(value=ast.Name(id="stored"), attr=attribute):
                return not attribute.startswith("_")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="cmd" | "util" | "preset" as module), attr=attribute)):
                return attribute in commands[module] and not attribute.startswith("_") and given(node)
            case ast.Call(func=ast.Attribute(value=value, attr=attribute)):
                return attribute in METHODS and fits(value) and given(node)
            case ast.Call(func=ast.Name(id=name)):
                return (name in FUNCTIONS or name not in taken) and given(node)
            case ast.keyword(arg="_self", value=ast.Name(id="cmd")):
                return True
            case ast.Name(id=name):
                return name == "type" or (name not in taken and not name.startswith("_"))
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Constant() | ast.Tuple() | ast.List() | ast.Dict():
                return inside(node)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp() | ast.Subscript() | ast.Slice():
                return inside(node)
            case ast.JoinedStr() | ast.FormattedValue() | ast.keyword():
                return inside(node)
            case ast.operator() | ast.unaryop() | ast.boolop() | ast.cmpop() | ast.expr_context():
                return True
        return False

    def given(call):
        return all(fits(part) for part in [*call.args, *call.keywords])

    def inside(node):
        return all(fits(part) for part in ast.iter_child_nodes(node))

    sys.addaudithook(watch)
