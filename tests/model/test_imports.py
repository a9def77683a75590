"""The model stands alone, and its names, arguments and defaults stay as they are."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import roofline_model

ROOT = Path(__file__).parents[2]
DRAWING = {"bokeh", "panel"}
#: The modules of the app that build models of Bokeh or Panel, or hand them on.
DRAWS = {
    "component.py",
    "main.py",
    "figure/bokeh.py",
    "files/export.py",
    "page/payload.py",
    "page/serve.py",
}

SIGNATURES = {
    "achieved": "(points, *, gpu)",
    "attainable": "(intensity, *, peak, bandwidth)",
    "bound": "(intensity, *, peak, bandwidth)",
    "busy_share": "(*, n, tile, sm_count)",
    "compulsory_intensity": "(*, n, word_bytes)",
    "device": "(key)",
    "edge_share": "(*, n, tile)",
    "fast_memory_intensity": "(*, words, word_bytes)",
    "format_si": "(value, unit, *, digits=3, trim=False)",
    "gemm_blocks": "(*, n, tile)",
    "gemm_flops": "(*, m, n, k)",
    "gemm_hbm_bytes": "(*, m, n, k, bm, bn, word_bytes=4)",
    "gemm_shared_bytes": "(*, m, n, k, bm, bn, tm, tn, word_bytes=4)",
    "gemm_shared_fill_bytes": "(*, m, n, k, bm, bn, word_bytes=4)",
    "gemm_traffic": "(*, m, n, k, bm, bn, word_bytes=4)",
    "gemm_waves": "(*, n, tile, sm_count)",
    "kernel": "(key)",
    "l2_band": "(gpu, *, tile, n=4096, precision='fp32')",
    "last_wave_share": "(*, n, tile, sm_count)",
    "limits": "(gpu, *, tile, n=4096, precision='fp32')",
    "measured_share": "(rate, *, intensity, peak, bandwidth)",
    "own_gpu": "(*, peak, bandwidth, tensor_peak=None, name='Own GPU')",
    "parse_bandwidth": "(text)",
    "parse_rate": "(text)",
    "percent": "(fraction)",
    "register_tile": "(tile)",
    "reuse_band": "(*, n, tile, precision='fp32')",
    "ridge": "(*, peak, bandwidth)",
    "search_devices": "(text)",
    "significant": "(value, digits=3)",
    "sm_intensity": "(gpu, *, precision='fp32')",
    "sm_tile": "(gpu)",
    "smallest_power_of_two_tile": "(gpu, *, n=4096, precision='fp32')",
    "smallest_tile": "(gpu, *, n=4096, precision='fp32')",
    "spoken": "(value, unit, *, digits=3, trim=False)",
    "tie_band": "(*, peak, bandwidth)",
    "tied": "(one, other)",
    "tile_sweep": (
        "(gpu, *, n=4096, precision='fp32', tiles=(1, 2, 4, 8, 16, 32, 64, 128))"
    ),
    "typing_rules": "()",
    "word_bytes": "(precision)",
}

NAMES = {
    "A100",
    "A100_ACHIEVED",
    "A100_SWEEP",
    "A6000",
    "Achieved",
    "Bound",
    "CATALOGUE",
    "Constant",
    "Device",
    "Frame",
    "GPU",
    "GPUS",
    "GemmTraffic",
    "H100",
    "KERNELS",
    "Kernel",
    "Level",
    "Limits",
    "MATRIX_SIZE",
    "Machine",
    "PRECISIONS",
    "PREFIXES",
    "Precision",
    "SGEMM_KERNELS",
    "SOURCES",
    "SgemmKernel",
    "Source",
    "SweepPoint",
    "TIE_TOLERANCE",
    "TILES",
}


def imported(source: str) -> set[str]:
    """Return the top-level packages that a text imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module.partition(".")[0])
    return found


def imported_by(folder: str) -> dict[str, set[str]]:
    """Return what each file of a folder imports, by its path there."""
    return {
        path.relative_to(ROOT / folder).as_posix(): imported(
            path.read_text(encoding="utf-8")
        )
        for path in (ROOT / folder).rglob("*.py")
    }


def signature(function) -> str:
    """Return a function's arguments and defaults without their types."""
    given = inspect.signature(function)
    arguments = [a.replace(annotation=a.empty) for a in given.parameters.values()]
    return str(given.replace(parameters=arguments, return_annotation=given.empty))


def loaded_with(*modules: str) -> set[str]:
    """Return the packages that a fresh interpreter holds after these imports."""
    script = (
        f"import sys; [__import__(name) for name in {modules!r}];"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


def test_importing_the_model_loads_nothing_that_draws():
    loaded = loaded_with("roofline_model")
    assert {"numpy", "roofline_model"} <= loaded
    assert loaded & (DRAWING | {"param"}) == set()


def test_the_model_imports_the_standard_library_and_numpy_alone():
    allowed = sys.stdlib_module_names | {"numpy", "roofline_model"}
    files = imported_by("roofline_model")
    assert "roofline.py" in files
    assert {
        name: used - allowed for name, used in files.items() if used - allowed
    } == {}


def test_the_pure_modules_of_the_app_draw_nothing():
    files = imported_by("app")
    assert set(files) >= DRAWS
    pure = {name: used for name, used in files.items() if name not in DRAWS}
    assert {name: used & DRAWING for name, used in pure.items() if used & DRAWING} == {}
    # Nor does anything that they import in turn.
    modules = (
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in pure
        if name != "__init__.py"
    )
    assert loaded_with(*(f"app.{module}" for module in modules)) & DRAWING == set()


def test_an_import_is_seen_wherever_it_stands():
    assert imported("import bokeh.models, os.path as p") == {"bokeh", "os"}
    assert imported("from panel.pane import Bokeh") == {"panel"}
    assert imported("def late():\n    import param") == {"param"}
    assert imported("from . import state\nfrom .panel import x") == set()


def test_the_public_names_stay():
    assert set(roofline_model.__all__) == NAMES | set(SIGNATURES)
    assert len(roofline_model.__all__) == len(set(roofline_model.__all__))
    assert all(hasattr(roofline_model, name) for name in roofline_model.__all__)


def test_arguments_and_defaults_stay():
    public = {name: getattr(roofline_model, name) for name in roofline_model.__all__}
    functions = {name: f for name, f in public.items() if inspect.isfunction(f)}
    assert {name: signature(f) for name, f in functions.items()} == SIGNATURES
    assert roofline_model.MATRIX_SIZE == 4096
    assert roofline_model.TILES == (1, 2, 4, 8, 16, 32, 64, 128)
    assert roofline_model.PRECISIONS == ("fp32", "bf16")
