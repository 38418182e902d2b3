// Copy or send the text, and the picture as PNG, where the phone can. The links work without.

const done = document.getElementById("done");

async function attempt(what, said) {
  try {
    await what();
    done.textContent = said;
  } catch (error) {
    if (error.name !== "AbortError") done.textContent = "That did not work here. The files below do.";
  }
}

function offer(button, can, what, said) {
  button.hidden = !can;
  button.addEventListener("click", () => attempt(what, said));
}

const text = (id) => document.getElementById(id).value ?? document.getElementById(id).textContent;

async function saveAsPng(image) {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "pitch-ledger.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

for (const button of document.querySelectorAll("[data-copies]"))
  offer(button, navigator.clipboard, () => navigator.clipboard.writeText(text(button.dataset.copies)), "Copied.");
for (const button of document.querySelectorAll("[data-sends]"))
  offer(button, navigator.share, () => navigator.share({ text: text(button.dataset.sends) }), "");
for (const button of document.querySelectorAll("[data-draws]"))
  offer(button, true, () => saveAsPng(document.getElementById(button.dataset.draws)), "Saved as a picture.");
for (const field of document.querySelectorAll("[readonly]"))
  field.addEventListener("click", () => field.select()); // over http there is no button that copies
