import { describe, expect, it } from 'vitest'
import { moveGreenEnd, moveYellowEnd } from './color-handles.ts'

describe('the handles of the colour ranges', () => {
  it.each([
    [{ greenEnd: 2, yellowEnd: 5 }, 4, { greenEnd: 4, yellowEnd: 5 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 5, { greenEnd: 5, yellowEnd: 6 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 9, { greenEnd: 9, yellowEnd: 10 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 0, { greenEnd: 1, yellowEnd: 5 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 20, { greenEnd: 18, yellowEnd: 19 }],
    [{ greenEnd: 2, yellowEnd: 40 }, 3, { greenEnd: 3, yellowEnd: 40 }],
  ])('green of %o to %i pushes yellow where it reaches it: %o', (colors, days, moved) => {
    expect(moveGreenEnd(colors, days)).toEqual(moved)
  })

  it.each([
    [{ greenEnd: 2, yellowEnd: 5 }, 9, { greenEnd: 2, yellowEnd: 9 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 2, { greenEnd: 2, yellowEnd: 3 }],
    [{ greenEnd: 2, yellowEnd: 5 }, 0, { greenEnd: 2, yellowEnd: 3 }],
    [{ greenEnd: 18, yellowEnd: 19 }, 25, { greenEnd: 18, yellowEnd: 19 }],
  ])('yellow of %o to %i stays above green: %o', (colors, days, moved) => {
    expect(moveYellowEnd(colors, days)).toEqual(moved)
  })
})
