import { expect, it } from 'vitest'
import { ordersUnread } from '../../../renderer/today/orders-unread.ts'
import type { AppError } from '../../../shared/result.ts'

const problem: AppError = { kind: 'offline', message: 'No network.' }

it.each([
  ['while the orders are read for the first time', { completeToMs: null, problem: null }, /^Still reading/],
  ['while they cannot be read for the first time', { completeToMs: null, problem }, /not been read yet/],
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
