import React from 'react'
import { flushSync } from 'react-dom'

/** React's production build has no `act`, with which `vitest-browser-react` waits for a rendering. It looks for it once: import this first. */
Object.assign(React, { act: (render: () => Promise<void>): Promise<void> => flushSync(render) })
