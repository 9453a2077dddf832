// Detects that the app did not start and offers a repair that keeps what was typed. Runs before the app and needs none of its files.
;(() => {
  const patienceMs = 10_000
  let box

  const hasStarted = () => document.getElementById('root')?.hasChildNodes() === true

  const isBroken = (target) => target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'modulepreload')

  function add(parent, name, text, style) {
    const element = document.createElement(name)
    element.textContent = text
    Object.assign(element.style, style)
    parent.append(element)
    return element
  }

  function show() {
    if (box !== undefined || hasStarted()) return
    box = document.createElement('main')
    Object.assign(box.style, { maxWidth: '28rem', margin: '20vh auto 0', padding: '0 1.25rem', font: '1rem/1.5 system-ui, sans-serif' })
    document.documentElement.style.colorScheme = document.documentElement.dataset.theme ?? 'light dark'
    add(box, 'h1', 'Mainspring could not start', { margin: '0 0 0.75rem', fontSize: '1.25rem' })
    add(box, 'p', 'A part of the app is missing or damaged in this browser. Repair fetches the app again. What you typed stays on this device.', {
      margin: '0 0 1.25rem',
    })
    const button = add(box, 'button', 'Repair', {
      minHeight: '44px',
      padding: '0 1.25rem',
      border: '0',
      borderRadius: '0.5rem',
      font: 'inherit',
      fontWeight: '600',
      color: '#fff',
      background: '#0d5c5e',
      cursor: 'pointer',
    })
    const word = add(box, 'p', '', { margin: '0.75rem 0 0' })
    word.setAttribute('role', 'status')
    button.addEventListener('click', () => void repair(button, word))
    document.body.append(box)
    // The app may still have started after the timeout, on a slow network.
    const root = document.getElementById('root')
    if (root !== null) {
      new MutationObserver((_, observer) => {
        if (!hasStarted()) return
        observer.disconnect()
        box?.remove()
      }).observe(root, { childList: true })
    }
  }

  // The worker and its files go; IndexedDB and localStorage, which hold everything that was typed, are not touched.
  async function repair(button, word) {
    button.disabled = true
    word.textContent = 'Looking for the server'
    if (!(await isServerThere())) {
      button.disabled = false
      word.textContent = 'The server does not answer. Check the network, then press Repair again.'
      return
    }
    const registrations = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
    for (const registration of registrations) await registration.unregister().catch(() => false)
    const names = await caches.keys().catch(() => [])
    for (const name of names) await caches.delete(name).catch(() => false)
    location.reload()
  }

  // Without its worker the app cannot open offline, so the worker is removed only while the server delivers the app.
  async function isServerThere() {
    try {
      const answer = await fetch('/sw.js', { cache: 'no-store' })
      return answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '')
    } catch {
      return false
    }
  }

  const isStylesheet = (target) => target instanceof HTMLLinkElement && target.rel === 'stylesheet'

  // Nothing else asks again for the page's stylesheet, and a page without it cannot be read or printed.
  function fetchStyles(link, waitMs) {
    const again = link.cloneNode()
    again.dataset.waitMs = String(Math.min(waitMs * 2, 30_000))
    setTimeout(() => link.replaceWith(again), waitMs)
  }

  // Load errors do not bubble, hence the capture. After the start the app handles failed files itself.
  window.addEventListener('error', ({ target }) => void (isStylesheet(target) && fetchStyles(target, Number(target.dataset.waitMs ?? 500))), true)
  window.addEventListener('error', (event) => void (isBroken(event.target) && document.readyState !== 'complete' && setTimeout(show, 0)), true)
  window.addEventListener('load', () => setTimeout(show, patienceMs))
})()
