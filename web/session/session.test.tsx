import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './session.ts'

function Reader() {
  return <p>{useAuth().status}</p>
}

test('asking for the session outside of its provider throws (AUTH-18)', () => {
  expect(() => renderToStaticMarkup(<Reader />)).toThrow('useAuth must be used within an AuthProvider')
})
