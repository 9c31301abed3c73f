import { expect, it } from 'vitest'
import { keepLines } from '../../../renderer/orders/ship/keep-lines.ts'

const row = (line: number, text: string, orderId: string | null = null) => ({ line, text, orderId })

it('ORD-07 lines that are not taken stay under their columns’ names, and the others go', () => {
  const text = 'order,tracking\none,1\ntwo,2\nthree,3'
  const rows = [row(2, 'one,1', 'one'), row(3, 'two,2', 'two'), row(4, 'three,3', 'three')]
  expect(keepLines(text, rows, (line) => line !== 3)).toBe('order,tracking\ntwo,2')
})

it('ORD-07 nothing stays once every line is taken, not even the columns’ names', () => {
  expect(keepLines('order,tracking\none,1', [row(2, 'one,1', 'one')], () => true)).toBe('')
})

it('ORD-07 a number that the list gave its order keeps that order', () => {
  const rows = [row(1, '1Z999AA10123456784', '14-1'), row(2, '9400 1102', '14-2')]
  expect(keepLines('1Z999AA10123456784\n9400 1102', rows, (line) => line === 1)).toBe('14-2, 9400 1102')
})
