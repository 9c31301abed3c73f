/** The settings search finds a setting by the words sellers use, not only by its title. */
import { describe, expect, it } from 'vitest'
import { matchesWords, settingSections } from '../../../renderer/connection/setting-sections.ts'

const found = (search: string): readonly string[] =>
  settingSections.filter(({ title, keywords }) => matchesWords(`${title} ${keywords}`, search)).map(({ id }) => id)

describe('the search of the settings', () => {
  it.each([
    ['tunnel', 'open-connection'],
    ['receiver port', 'open-connection'],
    ['read-only', 'open-connection'],
    ['Report a problem', 'about'],
    ['password', 'secrets'],
    ['log out', 'sign-in'],
    ['back up', 'storage'],
    ['restore', 'storage'],
    ['take back', 'sending'],
    ['dark', 'appearance'],
    ['language', 'language'],
    ['start at login', 'desktop'],
    ['popup', 'notices'],
    ['how often', 'polling'],
    ['upgrade', 'updates'],
  ])('finds %s', (search, id) => {
    expect(found(search)).toContain(id)
  })

  it('finds nothing for an unknown word, and everything for an empty search', () => {
    expect(found('spaceship')).toEqual([])
    expect(found('')).toEqual(settingSections.map(({ id }) => id))
  })
})
