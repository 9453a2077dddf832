// Part of the service worker. Workers before version 0.5 cached any response for the app's files, also a proxy's page, and such an app
// can never load a newer version. This deletes the wrong files, fetches them again checked by their hash, and takes over at once,
// so that the next load works.
const typeByEnding = {
  js: /javascript/,
  css: /^text\/css/,
  html: /^text\/html/,
  webmanifest: /json/,
  png: /^image\//,
  svg: /^image\//,
  woff2: /font|octet-stream/,
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    removePoisoned().then(
      (isBroken) => (isBroken ? self.skipWaiting() : undefined),
      () => undefined,
    ),
  )
})

async function removePoisoned() {
  let isBroken = false
  for (const name of await caches.keys()) {
    if (!name.includes('-precache-')) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      const answer = await cache.match(request)
      if (answer === undefined) continue
      if (pathname === '/' ? (await answer.text()).includes('id="root"') : isOfType(pathname, answer)) continue
      isBroken = true
      await cache.delete(request)
    }
  }
  return isBroken
}

function isOfType(pathname, answer) {
  const expected = typeByEnding[pathname.slice(pathname.lastIndexOf('.') + 1)]
  return expected === undefined || expected.test(answer.headers.get('content-type') ?? '')
}
