// Parts of the page that the server has made as templates with {blanks} (`_kept.html`), filled here.

import { $ } from "./judge.js";

export const $$ = (choice, within = document) => [...within.querySelectorAll(choice)];

/**
 * The part of that name with its blanks filled, as text and never as HTML: names come from people.
 * What stands under `data-if` stays where that is true. An element that has a blank of null goes;
 * one that has a blank of another element gives place to it.
 */
export function makePart(name, blanks = {}) {
  const { content } = $(`template[data-part="${name}"]`);
  const part = document.importNode(content.firstElementChild, true);
  for (const element of $$("[data-if]", part)) {
    if (!blanks[element.dataset.if]) element.remove();
  }
  for (const { attributes } of [part, ...$$("*", part)]) {
    for (const attribute of attributes) attribute.value = filled(attribute.value, blanks);
  }
  textsOf(part).forEach((text) => fillText(text, blanks));
  return part;
}

const BLANK = /\{(\w+)\}/g;
const filled = (text, blanks) => text.replace(BLANK, (as_is, name) => blanks[name] ?? as_is);

function textsOf(part) {
  const texts = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

function fillText(text, blanks) {
  const values = [...text.data.matchAll(BLANK)].map(([, name]) => blanks[name]);
  const element = values.find((value) => value instanceof Element);
  if (values.includes(null)) text.parentNode.remove();
  else if (element) text.parentNode.replaceWith(element);
  else text.data = filled(text.data, blanks);
}

/** An element with this text. */
export function makeElement(tag, className, text) {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
