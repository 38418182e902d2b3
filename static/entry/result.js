// Sends the result of a game: a picture of its ledger by the phone's own way of sharing.

const WIDE = 2; // as sharp as a phone's screen

/** The ledger as PNG; rejects where the phone does not send pictures. */
export async function share(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * WIDE;
  canvas.height = image.naturalHeight * WIDE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const files = [new File([blob], "pitch.png", { type: "image/png" })];
  if (!navigator.canShare({ files })) throw new Error("no pictures");
  await navigator.share({ files }).catch((error) => {
    if (error.name !== "AbortError") throw error; // nobody was chosen, and that is all right
  });
}
