// A version picked by touch or mouse is shown at once. Who chooses by keys walks through
// the list, so there the button is pressed.
const form = document.querySelector(".pickers");
let isTapped = false;

form?.addEventListener("pointerdown", () => { isTapped = true; });
form?.addEventListener("keydown", () => { isTapped = false; });
form?.addEventListener("change", () => { if (isTapped) form.submit(); });
