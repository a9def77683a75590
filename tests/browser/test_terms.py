"""A term lights up at once in prose, equations, glossary and code."""

import pytest
from browser.reader import control, plain
from playwright.sync_api import expect

TERMS = ("P", "W", "I", "I*", "b", "n")

# Where each mark that is drawn stands, and the size of the page: what may not move.
PLACES = """() => [
  document.documentElement.scrollHeight,
  ...[...document.querySelectorAll("#lesson [data-term]")]
    .filter((each) => each.getClientRects().length > 0)
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x, y + scrollY, width, height].map((value) => Math.round(value * 16));
    }),
]"""


@pytest.fixture
def page(ready):
    """Return the lesson with the pointer aside and no term lit."""
    ready.mouse.move(0, 0)
    ready.keyboard.press("Escape")
    expect(ready.locator(".lit")).to_have_count(0)
    return ready


def marks(page, term, where=""):
    """Return what is marked with a term, in one part of the page or in all of it."""
    return page.locator(f'#lesson {where} [data-term="{term}"]')


def key(page, term):
    """Return a term's button in the glossary."""
    return page.locator(f'.key[data-key="{term}"]')


def expect_lit(page, term):
    """Check that a term is lit at every place, and that no other is."""
    if term is None:
        expect(page.locator(".lit")).to_have_count(0)
        assert page.locator("#lesson").get_attribute("data-term") is None
        return
    expect(page.locator("#lesson")).to_have_attribute("data-term", term)
    expect(page.locator(".lit")).to_have_count(marks(page, term).count())
    expect(page.locator(f'.lit:not([data-term="{term}"])')).to_have_count(0)


def test_the_six_terms_and_no_other_symbols_are_marked(page):
    marked = page.locator("#lesson [data-term]").evaluate_all(
        "all => all.map((each) => each.getAttribute('data-term'))"
    )
    assert set(marked) == set(TERMS)


@pytest.mark.parametrize("term", TERMS)
def test_a_term_stands_in_prose_equation_glossary_and_code(page, term):
    assert marks(page, term, "p math").count() > 0
    assert marks(page, term, "[data-equation]").count() > 0
    assert marks(page, term, ".keys").count() == 1
    # The listing asks for the rate: it has no name for the ridge.
    assert (marks(page, term, ".listing").count() > 0) == (term != "I*")


@pytest.mark.parametrize("where", ["p", "[data-equation]", ".keys", ".listing"])
@pytest.mark.parametrize("term", TERMS)
def test_a_pointer_on_a_term_lights_it_everywhere(page, term, where):
    if (term, where) == ("I*", ".listing"):
        return
    marks(page, term, where).locator("visible=true").first.hover()
    expect_lit(page, term)
    page.mouse.move(0, 0)
    expect_lit(page, None)


@pytest.mark.parametrize("term", TERMS)
def test_the_focus_on_a_term_lights_it_everywhere(page, term):
    key(page, term).focus()
    expect_lit(page, term)
    control(page, "play").focus()
    expect_lit(page, None)


@pytest.mark.parametrize("press", ["Enter", " "])
@pytest.mark.parametrize("term", TERMS)
def test_a_key_keeps_a_term_lit_until_it_is_pressed_again(page, term, press):
    key(page, term).press(press)
    control(page, "play").focus()
    expect(key(page, term)).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.key[aria-pressed="true"]')).to_have_count(1)
    expect_lit(page, term)
    key(page, term).press(press)
    expect(page.locator('.key[aria-pressed="true"]')).to_have_count(0)
    expect_lit(page, None)


def test_a_kept_term_comes_back_when_the_pointer_leaves_another(page):
    key(page, "W").click()
    page.evaluate("document.activeElement.blur()")
    marks(page, "P", ".listing").first.hover()
    expect_lit(page, "P")
    page.mouse.move(0, 0)
    expect_lit(page, "W")


def test_a_tap_lights_a_term_and_a_second_tap_does_not(new_page, lesson):
    page = lesson(new_page(has_touch=True, viewport={"width": 390, "height": 844}))
    for where in ("p", "[data-equation]", ".keys", ".listing"):
        target = marks(page, "W", where).locator("visible=true").first
        for lit in ("W", None, "W"):
            target.tap()
            expect_lit(page, lit)
        # Another takes its place, and is put out in turn.
        for lit in ("b", None):
            marks(page, "b", ".keys").tap()
            expect_lit(page, lit)


def test_escape_puts_every_light_out(page):
    key(page, "I").click()
    marks(page, "P", "p").first.hover()
    expect_lit(page, "P")
    page.keyboard.press("Escape")
    expect_lit(page, None)
    expect(key(page, "I")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_light_moves_nothing(new_page, lesson, width):
    page = lesson(new_page(viewport={"width": width, "height": 844}))
    before = page.evaluate(PLACES)
    for term in TERMS:
        key(page, term).press("Enter")
        expect_lit(page, term)
        assert page.evaluate(PLACES) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lit_term_is_underlined_in_the_colour_of_the_text(page, scheme):
    page.emulate_media(color_scheme=scheme)
    key(page, "W").press("Enter")
    style = "each => { const s = getComputedStyle(each); return [{}]; }"
    wanted = page.locator("body").evaluate(style.replace("{}", "s.color"))
    for where in ("p", "[data-equation]", ".listing"):
        lit = marks(page, "W", where).locator("visible=true").first
        # A row of a formula is underlined by its parts.
        line, *colour = lit.evaluate(
            style.replace("{}", "s.textDecorationLine, s.textDecorationColor")
        )
        assert line == "underline", where
        assert colour == wanted, where
    page.emulate_media(color_scheme="null")


def test_a_lit_term_is_outlined_where_the_system_draws_the_colours(page):
    page.emulate_media(forced_colors="active")
    key(page, "I").press("Enter")
    outline = marks(page, "I", "[data-equation]").first.evaluate(
        "each => getComputedStyle(each).outlineStyle"
    )
    page.emulate_media(forced_colors="null")
    assert outline == "solid"


def test_each_button_of_the_glossary_says_what_its_term_is(page):
    assert page.locator(".key").count() == len(TERMS)
    for term in TERMS:
        expect(key(page, term)).to_have_role("button")
        name = plain(key(page, term).text_content())
        expect(key(page, term)).to_have_accessible_name(name)
        assert name.startswith(f"{term} ")
        about = key(page, term).locator("xpath=..").locator("small").text_content()
        assert about
        expect(key(page, term)).to_have_accessible_description(about)


def test_a_light_is_not_written_into_the_address(page):
    address = page.url
    key(page, "P").press("Enter")
    expect_lit(page, "P")
    assert page.url == address


def test_without_scripts_the_glossary_is_text(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(server.address)
    expect(page.locator("span.key")).to_have_count(len(TERMS))
    expect(page.locator("button.key")).to_have_count(0)


def test_the_concept_asks_for_a_guess_and_gives_no_answer_away(page):
    concept = page.locator("section", has=page.locator("#concept-title"))
    said = plain(concept.text_content())
    assert "64 × 64" not in said
    assert "128 × 128" not in said
    expect(concept.locator('a[href="#predict-title"]')).to_be_visible()
