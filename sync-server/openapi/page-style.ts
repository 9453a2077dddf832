import type { Html } from './html.ts'

/** The values of web/styles/tokens.css that the page needs; a test holds them to it. */
export const lightTokens = {
  canvas: '#faf9f7',
  surface: '#ffffff',
  sunken: '#f3f1ed',
  line: '#e4e0da',
  ink: '#1f1c19',
  muted: '#57524b',
  'accent-ink': '#0d5c5e',
  'accent-soft': '#e0efee',
  focus: '#0d7476',
  'danger-ink': '#a5211a',
  'danger-soft': '#fceae8',
  'warn-ink': '#7a4a00',
  'warn-soft': '#fcf0d5',
  'ok-ink': '#17603a',
  'ok-soft': '#e1f2e6',
} as const

export const darkTokens = {
  canvas: '#161412',
  surface: '#1e1c19',
  sunken: '#272421',
  line: '#37332e',
  ink: '#f3f0ec',
  muted: '#b8b1a8',
  'accent-ink': '#6fcac6',
  'accent-soft': '#163b3a',
  focus: '#6fcac6',
  'danger-ink': '#f79a91',
  'danger-soft': '#431c19',
  'warn-ink': '#f0bd66',
  'warn-soft': '#3d2c0e',
  'ok-ink': '#84d3a1',
  'ok-soft': '#153623',
} as const satisfies Record<keyof typeof lightTokens, string>

const toVariables = (tokens: Record<string, string>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** No script and no file beside it: the page is one answer, and looks as the app does. */
export const pageStyle: Html = {
  markup: `<style>
:root{color-scheme:light dark;${toVariables(lightTokens)}}
@media (prefers-color-scheme:dark){:root{${toVariables(darkTokens)}}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--canvas);color:var(--ink);font:0.9375rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent-ink);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
code,pre{font:0.8125rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,monospace}
:not(pre)>code{background:var(--sunken);border-radius:4px;padding:0.1em 0.3em}
pre{margin:0.5rem 0;padding:0.75rem;background:var(--sunken);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
pre:focus-visible{outline-offset:0}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 0.25rem}
h2{font-size:1.375rem;line-height:1.25;margin:2.5rem 0 0.75rem;padding-top:0.5rem}
h3{font-size:1rem;line-height:1.4;margin:0}
h4{font-size:0.875rem;margin:1rem 0 0.25rem;color:var(--muted);font-weight:600}
p{margin:0.5rem 0;max-width:70ch}
.lead{color:var(--muted)}
.frame{max-width:76rem;margin:0 auto;padding:1.5rem 1rem 4rem}
nav ul{list-style:none;margin:0;padding:0}
nav>ul>li>a,nav summary{display:block;padding:0.35rem 0;font-weight:600;text-decoration:none;color:var(--ink)}
nav summary{cursor:pointer;display:flex;justify-content:space-between;gap:0.5rem}
nav summary::after{content:'▾' / '';color:var(--muted);font-weight:400}
@media (max-width:63.99rem){nav>ul{columns:2 9rem;column-gap:1.5rem}nav>ul>li{break-inside:avoid}}
nav li li a{display:block;padding:0.2rem 0 0.2rem 0.85rem;text-decoration:none;font-size:0.875rem;color:var(--muted)}
nav a:hover{text-decoration:underline}
nav{border:1px solid var(--line);border-radius:12px;background:var(--surface);padding:0.75rem 1rem;margin:1.25rem 0}
article{border:1px solid var(--line);border-radius:12px;background:var(--surface);padding:1rem;margin:0 0 1rem}
article h3{display:flex;flex-wrap:wrap;gap:0.5rem;align-items:center}
article h3 code{background:none;padding:0;font-size:0.9375rem;font-weight:600;overflow-wrap:anywhere}
.method{font:600 0.75rem/1 ui-monospace,Menlo,Consolas,monospace;padding:0.35rem 0.5rem;border-radius:6px;background:var(--accent-soft);color:var(--accent-ink)}
.post{background:var(--ok-soft);color:var(--ok-ink)}
.put,.patch{background:var(--warn-soft);color:var(--warn-ink)}
.delete{background:var(--danger-soft);color:var(--danger-ink)}
.name{margin-left:auto;font-size:0.8125rem;font-weight:400;color:var(--muted)}
.fields{margin:0.25rem 0 0;padding:0;border-top:1px solid var(--line)}
.fields>div{display:grid;grid-template-columns:minmax(9rem,16rem) minmax(9rem,16rem) 1fr;gap:0.1rem 1rem;padding:0.4rem 0;border-bottom:1px solid var(--line)}
.fields dt{font-weight:600}
.fields dd{margin:0}
.fields dt,.fields dd{min-width:0;overflow-wrap:anywhere}
.fields .note{color:var(--muted)}
.mark{font-weight:400;font-size:0.8125rem;color:var(--muted);margin-left:0.4rem}
.required{color:var(--danger-ink)}
dd.inner{grid-column:1/-1;padding-left:1rem}
.inner summary{cursor:pointer;color:var(--accent-ink)}
@media (max-width:44rem){.fields>div{grid-template-columns:1fr}.name{margin-left:0;width:100%}}
@media (min-width:64rem){.columns{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:2rem;align-items:start}nav{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin:0}main>h2:first-child,main>section:first-child>h2{margin-top:0}}
</style>`,
}
