// A version picked by touch or mouse is shown at once. Arrow keys change the choice at every step,
// so after keys the form waits for its button.
const form = document.querySelector(".pickers");
let isTapped = false;

form?.addEventListener("pointerdown", () => { isTapped = true; });
form?.addEventListener("keydown", () => { isTapped = false; });
form?.addEventListener("change", () => { if (isTapped) form.submit(); });
