// Generates the demo's photos, logos and signatures in scripts/demo/pictures. After a change run: node
// scripts/tools/make-demo-pictures.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createRandom } from '#scripts/demo/random.ts'
import { BROWSER_ARGS, findBrowser } from '#scripts/tools/find-browser.ts'

const folder = resolve(import.meta.dirname, '../demo/pictures')

const photo = { width: 1280, height: 960 }
const thumbnailSide = 320

const drawBench = (wood: string, device: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 960">
  <defs>
    <radialGradient id="lamp" cx="0.4" cy="0.3" r="0.9"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#000" stop-opacity="0.4"/></radialGradient>
    <linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3b4654"/><stop offset="0.5" stop-color="#11161c"/><stop offset="1" stop-color="#27313d"/></linearGradient>
    <filter id="shadow" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="14" dy="22" stdDeviation="18" flood-opacity="0.5"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.006 0.12" numOctaves="3" seed="4"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.22 0"/></filter>
  </defs>
  <rect width="1280" height="960" fill="${wood}"/>
  <rect width="1280" height="960" filter="url(#grain)"/>
  <g filter="url(#shadow)">${device}</g>
  <rect width="1280" height="960" fill="url(#lamp)" style="mix-blend-mode:soft-light"/>
</svg>`

type Box = { x: number; y: number; width: number; height: number }

const onGlass = ({ x, y, width, height }: Box, marks: string): string =>
  `<clipPath id="edge"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="16"/></clipPath><g clip-path="url(#edge)">${marks}</g>`

function drawCracks(seed: number, at: { x: number; y: number }, rays: number, reach: number): string {
  const random = createRandom(seed)
  const paths = Array.from({ length: rays }, (_, ray) => {
    const angle = ((ray + random.next() * 0.6) / rays) * 2 * Math.PI
    const length = reach * (0.4 + random.next() * 0.6)
    const steps = 6
    const points = Array.from({ length: steps + 1 }, (_unused, step) => {
      const bend = (random.next() - 0.5) * 0.3
      const radius = (length * step) / steps
      return `${(at.x + radius * Math.cos(angle + bend)).toFixed(1)} ${(at.y + radius * Math.sin(angle + bend)).toFixed(1)}`
    })
    return `<path d="M${points.join('L')}" stroke-width="${(1.5 + random.next() * 2.5).toFixed(1)}"/>`
  })
  const rings = [0.16, 0.3].map((part) => `<circle cx="${at.x}" cy="${at.y}" r="${(reach * part).toFixed(0)}" stroke-dasharray="60 34 20 50"/>`)
  return `<g fill="none" stroke="#e8eef4" stroke-opacity="0.8" stroke-linecap="round">${paths.join('')}${rings.join('')}</g>`
}

function drawScratches(seed: number, box: Box, count: number): string {
  const random = createRandom(seed)
  const lines = Array.from({ length: count }, () => {
    const x = box.x + random.next() * box.width
    const y = box.y + random.next() * box.height
    const length = 30 + random.next() * 120
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}l${length.toFixed(0)} ${(length * (0.3 + random.next() * 0.3)).toFixed(0)}"/>`
  })
  return `<g stroke="#f4f6f8" stroke-opacity="0.75" stroke-width="3" stroke-linecap="round">${lines.join('')}</g>`
}

const phone = (marks: string): string => `<g transform="rotate(-9 640 480)">
  <rect x="430" y="60" width="420" height="840" rx="58" fill="#2b2f36"/><rect x="446" y="76" width="388" height="808" rx="44" fill="url(#glass)"/>
  <rect x="560" y="98" width="160" height="30" rx="15" fill="#050608"/>${onGlass({ x: 446, y: 76, width: 388, height: 808 }, marks)}</g>`

const phoneBack = (marks: string): string => `<g transform="rotate(7 640 480)">
  <rect x="430" y="60" width="420" height="840" rx="58" fill="#7b94a8"/><rect x="458" y="92" width="170" height="180" rx="42" fill="#6a8396"/>
  <circle cx="502" cy="138" r="32" fill="#14181d"/><circle cx="582" cy="222" r="32" fill="#14181d"/><circle cx="584" cy="136" r="14" fill="#f5e9c8"/>${marks}</g>`

const laptop = (marks: string): string => `<g>
  <rect x="180" y="70" width="920" height="560" rx="26" fill="#8f969e"/><rect x="208" y="98" width="864" height="500" rx="8" fill="url(#glass)"/>
  <path d="M150 640h980l70 210a26 26 0 0 1-26 34H106a26 26 0 0 1-26-34z" fill="#a8afb6"/>
  ${Array.from({ length: 4 }, (_, row) => `<g fill="#2c3138">${Array.from({ length: 13 }, (_key, key) => `<rect x="${222 + key * 65}" y="${662 + row * 36}" width="56" height="28" rx="5"/>`).join('')}</g>`).join('')}
  <rect x="500" y="818" width="280" height="48" rx="8" fill="#939aa1"/>${onGlass({ x: 208, y: 98, width: 864, height: 500 }, marks)}</g>`

const console = (marks: string): string => `<g transform="rotate(4 640 480)">
  <rect x="120" y="240" width="1040" height="460" rx="90" fill="#3a3f47"/><rect x="350" y="282" width="580" height="376" rx="14" fill="url(#glass)"/>
  <rect x="120" y="240" width="200" height="460" rx="90" fill="#d9534b"/><rect x="960" y="240" width="200" height="460" rx="90" fill="#4aa3d8"/>
  <circle cx="222" cy="390" r="50" fill="#23272d"/><circle cx="1058" cy="540" r="50" fill="#23272d"/>
  <g fill="#23272d"><circle cx="1058" cy="330" r="20"/><circle cx="1058" cy="420" r="20"/><circle cx="1013" cy="375" r="20"/><circle cx="1103" cy="375" r="20"/></g>${marks}</g>`

const tablet = (marks: string): string => `<g transform="rotate(-3 640 480)">
  <rect x="170" y="130" width="940" height="700" rx="44" fill="#c9ced4"/><rect x="206" y="166" width="868" height="628" rx="16" fill="url(#glass)"/>${onGlass({ x: 206, y: 166, width: 868, height: 628 }, marks)}</g>`

const photos: readonly { name: string; svg: string }[] = [
  { name: 'phone-cracked', svg: drawBench('#b58a5c', phone(drawCracks(3, { x: 740, y: 260 }, 13, 520))) },
  { name: 'phone-back', svg: drawBench('#a67c50', phoneBack(drawScratches(7, { x: 480, y: 420, width: 260, height: 330 }, 16))) },
  { name: 'laptop-lid', svg: drawBench('#94805f', laptop(drawCracks(11, { x: 930, y: 470 }, 9, 330))) },
  { name: 'console-stick', svg: drawBench('#b08d63', console(drawScratches(5, { x: 400, y: 320, width: 420, height: 200 }, 12))) },
  { name: 'tablet-corner', svg: drawBench('#9c7a52', tablet(drawCracks(19, { x: 1040, y: 190 }, 11, 460))) },
]

function drawSignature(seed: number): string {
  const random = createRandom(seed)
  let x = 90
  let path = 'M60 190C90 20 150 10 130 150'
  for (let loop = 0; loop < 7; loop++) {
    const width = 55 + random.next() * 50
    const top = random.chance(0.3) ? 70 : 120 + random.next() * 40
    path += `S${(x + width * 0.4).toFixed(0)} ${top.toFixed(0)} ${(x + width).toFixed(0)} ${(165 + random.next() * 30).toFixed(0)}`
    x += width
  }
  const end = x + 90
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300"><g fill="none" stroke="#10151c" stroke-linecap="round" stroke-linejoin="round">
  <path d="${path}Q${x + 60} 150 ${end} 130" stroke-width="5"/><path d="M110 232Q${x / 2} 205 ${end - 30} 226" stroke-width="4"/></g></svg>`
}

const harbourLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 160">
  <g fill="none" stroke="#0f766e" stroke-width="12" stroke-linecap="round"><circle cx="80" cy="34" r="16"/><path d="M80 50v84M48 74h64M22 96c4 30 26 44 58 44s54-14 58-44"/></g>
  <text x="168" y="78" font-family="sans-serif" font-size="56" font-weight="700" fill="#0f766e">Harbour Street</text><text x="170" y="130" font-family="sans-serif" font-size="38" letter-spacing="8" fill="#334155">REPAIRS</text>
</svg>`

const northsideLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 160">
  <path d="M80 12 148 148 80 116 12 148z" fill="#b45309"/>
  <text x="168" y="78" font-family="sans-serif" font-size="56" font-weight="700" fill="#b45309">Northside</text><text x="170" y="130" font-family="sans-serif" font-size="38" letter-spacing="8" fill="#334155">FIX-IT</text>
</svg>`

async function draw(page: Page, svg: string, size: { width: number; height: number }, type: 'image/jpeg' | 'image/png', quality?: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ source, width, height, mime, at }) => {
      const image = new Image()
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
      return canvas.toDataURL(mime, at).split(',')[1] ?? ''
    },
    { source: svg.replace('<svg ', `<svg width="${size.width}" height="${size.height}" `), ...size, mime: type, at: quality },
  )
  return Buffer.from(base64, 'base64')
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
try {
  const page = await browser.newPage()
  const small = { width: thumbnailSide, height: Math.round((thumbnailSide * photo.height) / photo.width) }
  for (const { name, svg } of photos) {
    writeFileSync(join(folder, `${name}.jpg`), await draw(page, svg, photo, 'image/jpeg', 0.72))
    writeFileSync(join(folder, `${name}.small.jpg`), await draw(page, svg, small, 'image/jpeg', 0.7))
  }
  for (const [name, svg] of [
    ['logo-harbour', harbourLogo],
    ['logo-northside', northsideLogo],
  ] as const)
    writeFileSync(join(folder, `${name}.png`), await draw(page, svg, { width: 640, height: 160 }, 'image/png'))
  for (const seed of [1, 2, 3])
    writeFileSync(join(folder, `signature-${seed}.png`), await draw(page, drawSignature(seed), { width: 900, height: 300 }, 'image/png'))
} finally {
  await browser.close()
}
