import { describe, expect, it } from 'vitest'
import { filterReplies, findSlash, sortReplies } from '../../../renderer/messaging/saved-replies/reply-choice.ts'
import { guessLanguage } from '../../../shared/messaging/guess-language.ts'

const reply = (name: string, language: string | null = null) => ({
  id: name,
  name,
  text: name,
  language,
})

describe('a slash opens the saved replies', () => {
  it.each([
    ['/', 1, { start: 0, typed: '' }],
    ['Hello /shi', 10, { start: 6, typed: 'shi' }],
    ['Hello\n/shi more', 10, { start: 6, typed: 'shi' }],
    ['and/or', 6, null],
    ['https://a', 9, null],
    ['/shi done', 9, null],
    ['/a/b', 4, null],
  ])('in %j at %i', (text, caret, slash) => {
    expect(findSlash(text, caret)).toEqual(slash)
  })

  it('and further typing filters them by any part of their name', () => {
    const replies = [reply('Still there'), reply('Ships Monday')]
    expect(filterReplies(replies, 'THERE').map(({ name }) => name)).toEqual(['Still there'])
    expect(filterReplies(replies, '')).toHaveLength(2)
  })
})

describe('the order of saved replies', () => {
  it('starts with the conversation’s language, then those for any language', () => {
    const replies = [reply('a', 'en'), reply('b'), reply('c', 'de'), reply('d', 'de')]
    expect(sortReplies(replies, 'de').map(({ name }) => name)).toEqual(['c', 'd', 'b', 'a'])
  })

  it.each([
    ['Hallo, ist das Objektiv noch da?', 'de'],
    ['Is this still available? Can you ship it?', 'en'],
    ['Bonjour, est-ce que vous avez une facture ?', 'fr'],
    ['Hola, ¿es para una cámara?', 'es'],
    ['荷物はどこですか。', 'ja'],
    ['请问什么时候发货？', 'zh'],
    ['언제 도착하나요?', 'ko'],
    ['Is this the 茶碗 from the picture? Thanks, can you tell me?', 'en'],
    ['OK 👍', null],
  ])('guesses the language of %j', (text, language) => {
    expect(guessLanguage(text)).toBe(language)
  })
})
