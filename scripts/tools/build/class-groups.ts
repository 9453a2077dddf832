/** tailwind-merge groups that this app uses; `slim-packages.test.ts` names a missing one. */
export const keptClassGroups: ReadonlySet<string> = new Set(
  `display sr overflow overflow-x overflow-y overscroll position inset inset-x inset-y top right bottom left visibility z basis flex-direction
  flex-wrap flex shrink order grid-cols col-start-end gap gap-x gap-y justify-content justify-self align-content align-items align-self p px
  py pt pr pb pl m mx my mt mr mb ml size w min-w max-w h min-h max-h font-size font-weight font-family fvn-normal fvn-spacing tracking
  line-clamp leading list-style-type text-alignment text-color text-decoration underline-offset text-transform text-overflow text-wrap
  vertical-align whitespace break wrap bg-color rounded rounded-r rounded-l border-w border-w-y border-w-t border-w-b border-w-l divide-y
  border-style border-color divide-color outline-style outline-offset outline-w outline-color shadow-color ring-w ring-color opacity filter
  border-collapse border-spacing table-layout transition animate rotate transform translate-x translate-y accent appearance cursor
  aspect field-sizing object-fit pointer-events resize scroll-my scroll-mt scroll-px
  snap-align snap-type snap-strictness overscroll-y touch select stroke`.split(/\s+/),
)
