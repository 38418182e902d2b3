/**
 * The grammar of sides in sentences, a twin of `scorepads/rules/wording/sides.py`: “Us” and “Them” are
 * heads of columns, in sentences they are We and They, us and them.
 */
const PRONOUNS = { us: ["we", "us"], them: ["they", "them"], you: ["you", "you"] };

const pronouns = (name) => (Object.hasOwn(PRONOUNS, name.toLowerCase()) ? PRONOUNS[name.toLowerCase()] : null);

/** The side as the subject at the beginning of a sentence. */
export function asSubject(name) {
  const inside = asInnerSubject(name);
  return pronouns(name) ? inside[0].toUpperCase() + inside.slice(1) : name;
}

/** The side as a subject further on in a sentence. */
export const asInnerSubject = (name) => pronouns(name)?.[0] ?? name;

export const asObject = (name) => pronouns(name)?.[1] ?? name;

/** Whether its verb is in the plural: We win, Ann & Bo win, but Ann wins. */
export const isPlural = (name) => !!pronouns(name) || name.includes(" & ") || name.includes(" and ");
