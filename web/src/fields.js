// The fields of a view's state: what each is at first, and what a link may set it to.
// All values are texts. A field's read returns the value that a text means, as the page
// itself would write it, or null for none; wants says what can be read.

// oneOf is one of some values.
export const oneOf = (start, ...values) => ({
  start,
  wants: `one of ${values.join(", ")}`,
  read: (text) => (values.includes(text) ? text : null),
});

// whole is a whole number in a range.
export const whole = (start, least, most) => ({
  start,
  wants: `a whole number from ${least} to ${most}`,
  read: (text) => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? String(number + 0) : null;
  },
});

// anyText is a text of the reader's own, checked where it is used.
export const anyText = (start) => ({ start, wants: "a text", read: (text) => text });

// seedsMost bounds the seeds that a link may name: a number in JavaScript has 53 bits.
const seedsMost = 10 ** 15 - 1;

// seed is a field for one.
export const seed = (start) => ({ ...whole(start, -seedsMost, seedsMost), wants: "a whole number of up to 15 digits" });

// another returns the next seed.
export const another = (now) => String(Number(now) < seedsMost ? Number(now) + 1 : 0);
