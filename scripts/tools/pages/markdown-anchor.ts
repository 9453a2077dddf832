/** The anchor that GitHub gives a heading: lower case, hyphens for spaces, without punctuation. */
export const headingToAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
