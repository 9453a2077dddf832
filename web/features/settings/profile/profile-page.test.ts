import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProfilePage } from './profile-page.tsx'

it('without anybody signed in, the profile says so and shows no form (PROF-01, AMB-13)', () => {
  const page = renderToStaticMarkup(createElement(ProfilePage, { user: null }))
  expect(page).toContain('Please log in to view your profile.')
  expect(page).not.toContain('<form')
})
