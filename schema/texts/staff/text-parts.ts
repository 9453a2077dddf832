/** What text messages cost: how many a text is sent as. */
export const textParts = {
  // How many text messages a text is sent as, and how much room they have.
  parts: '{parts, plural, one {# text} other {# texts}} ({letters} of {room} letters)',
  // `signs`: some of `count` signs that only fit into shorter ones.
  shorterParts: '{parts, plural, one {# text} other {# texts}} ({letters} of {room} letters; {signs} {count, plural, one {makes} other {make}} texts shorter)',
}
