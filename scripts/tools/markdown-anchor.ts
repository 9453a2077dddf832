/** The anchor that GitHub gives a heading's text: lower case, hyphens for spaces, without marks. */
export const headingToAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
