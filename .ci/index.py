"""The index that the compiler writes of a debug build, read by the library that comes with the toolchain."""
import collections
import ctypes
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Roles of an occurrence, and of its relation to another symbol.
DEFINITION, REFERENCE, IMPLICIT = 1 << 1, 1 << 2, 1 << 8
CHILD_OF, OVERRIDE_OF, ACCESSOR_OF = 1 << 9, 1 << 11, 1 << 15
# Kinds of symbols, and one of the subkinds.
PROTOCOL, EXTENSION, CONSTRUCTOR, DESTRUCTOR, PARAMETER, GENERIC_PARAMETER = 8, 9, 22, 23, 25, 1013
RECORD = 2  # A kind of what a unit depends on: the occurrences in its main file.

# One place where a symbol stands: `parent` is the USR of what it is a member of; `overrides` tells whether it is there
# because a protocol or a superclass asks for it, and `accesses` whether it is a getter or setter.
Occurrence = collections.namedtuple("Occurrence", "file line usr name kind subkind roles parent overrides accesses")


def build(usage):
    """The folder of the build that the command line names; prints the usage where it is asked for or misused."""
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(usage)
    return pathlib.Path(sys.argv[1] if sys.argv[1:] else ROOT / ".build/debug").resolve()


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Index:
    EACH_NAME = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
    EACH = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)

    def __init__(self, build):
        swift = pathlib.Path(shutil.which("swift")).resolve()
        self.library = ctypes.CDLL(str(next((swift.parent.parent / "lib").glob("libIndexStore.so*"))))
        pointer, each = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, self.EACH]
        for name, result, arguments in [
            ("store_create", pointer, [ctypes.c_char_p, pointer]),
            ("store_units_apply_f", ctypes.c_bool, [pointer, ctypes.c_uint, pointer, self.EACH_NAME]),
            ("unit_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("unit_reader_dispose", None, [pointer]),
            ("unit_reader_get_main_file", Text, [pointer]),
            ("unit_reader_dependencies_apply_f", ctypes.c_bool, each),
            ("unit_dependency_get_kind", ctypes.c_int, [pointer]),
            ("unit_dependency_get_name", Text, [pointer]),
            ("record_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("record_reader_dispose", None, [pointer]),
            ("record_reader_occurrences_apply_f", ctypes.c_bool, each),
            ("occurrence_get_symbol", pointer, [pointer]),
            ("occurrence_get_roles", ctypes.c_uint64, [pointer]),
            ("occurrence_get_line_col", None, [pointer, pointer, pointer]),
            ("occurrence_relations_apply_f", ctypes.c_bool, each),
            ("symbol_relation_get_roles", ctypes.c_uint64, [pointer]),
            ("symbol_relation_get_symbol", pointer, [pointer]),
            ("symbol_get_usr", Text, [pointer]),
            ("symbol_get_name", Text, [pointer]),
            ("symbol_get_kind", ctypes.c_int, [pointer]),
            ("symbol_get_subkind", ctypes.c_int, [pointer]),
        ]:
            function = getattr(self.library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.path = build / "index/store"
        self.store = self.store_create(str(self.path).encode(), None)
        if not self.store:
            sys.exit(f"no index at {self.path}: run `swift build --build-tests` first")

    def occurrences(self, folders):
        """Every place in the files of these folders of the tree where a symbol is defined or used."""
        store, found = self.path / "v5/records", []
        for file, records in self.records(folders).items():
            # Of a file that was built several times the newest record counts.
            newest = max(records, key=lambda record: (store / record[-2:] / record).stat().st_mtime)
            self.read(newest, file, found)
        return found

    def records(self, folders):
        """File of the tree -> names of the records about it."""
        names, files = [], {}
        self.store_units_apply_f(self.store, 0, None, self.EACH_NAME(lambda _, name: bool(names.append(str(name))) or True))
        for unit in names:
            reader = self.unit_reader_create(self.store, unit.encode(), None)
            file = str(self.unit_reader_get_main_file(reader)).removeprefix(f"{ROOT}/")
            if file.split("/")[0] in folders and (ROOT / file).exists():

                def each(_, dependency, into=files.setdefault(file, set())):
                    if self.unit_dependency_get_kind(dependency) == RECORD:
                        into.add(str(self.unit_dependency_get_name(dependency)))
                    return True

                self.unit_reader_dependencies_apply_f(reader, None, self.EACH(each))
            self.unit_reader_dispose(reader)
        return {file: records for file, records in files.items() if records}

    def read(self, record, file, into):
        reader = self.record_reader_create(self.store, record.encode(), None)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        relations = []

        def relation(_, related):
            symbol = self.symbol_relation_get_symbol(related)
            relations.append((self.symbol_relation_get_roles(related), str(self.symbol_get_usr(symbol))))
            return True

        relation = self.EACH(relation)

        def each(_, occurrence):
            self.occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
            roles, symbol = self.occurrence_get_roles(occurrence), self.occurrence_get_symbol(occurrence)
            relations.clear()
            if roles & DEFINITION:
                self.occurrence_relations_apply_f(occurrence, None, relation)
            into.append(
                Occurrence(
                    file,
                    line.value,
                    str(self.symbol_get_usr(symbol)),
                    str(self.symbol_get_name(symbol)),
                    self.symbol_get_kind(symbol),
                    self.symbol_get_subkind(symbol),
                    roles,
                    next((usr for role, usr in relations if role & CHILD_OF), None),
                    any(role & OVERRIDE_OF for role, _ in relations),
                    any(role & ACCESSOR_OF for role, _ in relations),
                )
            )
            return True

        self.record_reader_occurrences_apply_f(reader, None, self.EACH(each))
        self.record_reader_dispose(reader)
