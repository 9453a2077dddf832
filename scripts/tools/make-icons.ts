// Generates the logo (a mainspring in its barrel) as SVG and PNG in web/public/icons. After a change run: node
// scripts/tools/make-icons.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'

const teal = '#0d5c5e'
const paper = '#faf9f7'
const brass = '#f0bd66'

const barrelRadius = 186
const coilRadius = 140
const turns = 2.5

/** SVG path in a 512 box: coils outwards, then a hook at the barrel's wall. */
function drawSpring(): string {
  const coilSteps = 120
  const hookSteps = 16
  const points = Array.from({ length: coilSteps + hookSteps + 1 }, (_, step) => {
    const coil = Math.min(1, step / coilSteps)
    const hook = Math.max(0, (step - coilSteps) / hookSteps)
    const radius = 26 + (coilRadius - 26) * coil + (barrelRadius - coilRadius) * hook ** 1.15
    const angle = (coil * turns + hook * 0.085) * 2 * Math.PI - Math.PI / 2
    return `${(256 + radius * Math.cos(angle)).toFixed(1)} ${(256 + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** In a box of 512; `scale` 1 fills it, `corner` is the background's corner radius. */
function drawIcon({ scale, corner }: { scale: number; corner: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512" rx="${corner}" fill="${teal}"/>
  <g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(256 256) scale(${scale}) translate(-256 -256)">
    <circle cx="256" cy="256" r="${barrelRadius}" stroke="${paper}" stroke-width="24"/>
    <path d="${drawSpring()}" stroke="${paper}" stroke-width="24"/>
    <circle cx="256" cy="256" r="32" fill="${brass}"/>
  </g>
</svg>
`
}

const glyphs = {
  'new-order': '<path d="M256 144v224M144 256h224"/>',
  orders: '<path d="M176 144h160a16 16 0 0 1 16 16v208a16 16 0 0 1-16 16H176a16 16 0 0 1-16-16V160a16 16 0 0 1 16-16ZM212 220h88M212 276h88M212 332h48"/>',
  customers: '<circle cx="256" cy="204" r="60"/><path d="M144 384c8-68 52-100 112-100s104 32 112 100"/>',
}

function drawGlyph(path: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512" rx="256" fill="${teal}"/>
  <g fill="none" stroke="${paper}" stroke-width="32" stroke-linecap="round" stroke-linejoin="round">${path}</g>
</svg>
`
}

const folder = resolve(import.meta.dirname, '../../web/public/icons')
mkdirSync(folder, { recursive: true })

const rounded = drawIcon({ scale: 1, corner: 112 })
// A mask may cut all but the middle 80 %; iOS rounds the corners itself.
const maskable = drawIcon({ scale: 0.84, corner: 0 })
writeFileSync(join(folder, 'icon.svg'), rounded)

const pictures: { name: string; svg: string; sizePx: number }[] = [
  { name: 'icon-32.png', svg: rounded, sizePx: 32 },
  { name: 'icon-192.png', svg: rounded, sizePx: 192 },
  { name: 'icon-512.png', svg: rounded, sizePx: 512 },
  { name: 'maskable-192.png', svg: maskable, sizePx: 192 },
  { name: 'maskable-512.png', svg: maskable, sizePx: 512 },
  { name: 'apple-touch-icon.png', svg: maskable, sizePx: 180 },
  ...Object.entries(glyphs).map(([name, path]) => ({ name: `shortcut-${name}.png`, svg: drawGlyph(path), sizePx: 96 })),
]

const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
try {
  const page = await browser.newPage()
  for (const { name, svg, sizePx } of pictures) {
    await page.setViewportSize({ width: sizePx, height: sizePx })
    await page.setContent(`<style>html,body{margin:0;background:transparent}svg{display:block;width:${sizePx}px;height:${sizePx}px}</style>${svg}`)
    await page.screenshot({ path: join(folder, name), omitBackground: true })
  }
} finally {
  await browser.close()
}
