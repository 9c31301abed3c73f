import { expect, it } from 'vitest'
import { offersUnread } from '../../../renderer/parts/offers/offer-labels.ts'
import { itemsUnread, ordersUnread } from '../../../renderer/today/not-read-yet.ts'
import type { AppError } from '../../../shared/result.ts'

const problem: AppError = { kind: 'offline', message: 'No network.' }

it.each([
  ['while the orders are read for the first time', { completeToMs: null, problem: null }, /^Still reading/],
  ['while they cannot be read for the first time', { completeToMs: null, problem }, /haven’t been read yet/],
])('ORD-01 Today does not say that nothing is due %s', (_, reading, text) => {
  expect(ordersUnread({ canRead: true, ...reading })).toMatch(text)
})

it.each([
  ['before the app answers', undefined],
  ['where the platform has no orders', { canRead: false, completeToMs: null, problem: null }],
  ['once they were read', { canRead: true, completeToMs: 5, problem: null }],
  ['once they were read, though the last reading failed', { canRead: true, completeToMs: 5, problem }],
])('ORD-01 Today says nothing about reading orders %s', (_, reading) => {
  expect(ordersUnread(reading)).toBeNull()
})

it.each([
  ['while the offers are read for the first time', { readAtMs: null, problem: null }, 'Still reading your offers.'],
  ['while they cannot be read for the first time', { readAtMs: null, problem }, 'Your offers haven’t been read yet.'],
])('Today does not say that nothing is due %s', (_, reading, text) => {
  expect(offersUnread({ canRead: true, ...reading })).toBe(text)
})

it.each([
  ['before the app answers', undefined],
  ['where the platform has no offers', { canRead: false, readAtMs: null, problem: null }],
  ['once they were read, though the last reading failed', { canRead: true, readAtMs: 5, problem }],
])('Today says nothing about reading offers %s', (_, reading) => {
  expect(offersUnread(reading)).toBeNull()
})

const read = { toRead: 0, listProblem: null, active: null }

it.each([
  ['while items are read', { ...read, toRead: 3 }, /^Still reading/],
  ['while the listings are read for the first time', { ...read, active: { readAtMs: null, problem: null } }, /^Still/],
  ['while the listings cannot be read', { ...read, active: { readAtMs: null, problem } }, /have been read yet/],
  ['while the list of items cannot be read', { ...read, listProblem: problem }, /have been read yet/],
])('LST-13 Today does not say that all stock is well %s', (_, reading, text) => {
  expect(itemsUnread(reading)).toMatch(text)
})

it.each([
  ['where the platform does not list what other tools made', read],
  ['once they were read', { ...read, active: { readAtMs: 5, problem: null } }],
  ['once they were read, though the last reading failed', { ...read, active: { readAtMs: 5, problem } }],
])('LST-13 Today says nothing about reading items %s', (_, reading) => {
  expect(itemsUnread(reading)).toBeNull()
})
