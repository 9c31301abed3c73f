import { describe, expect, it } from 'vitest'
import { canBeName, headerKind, isState, trackingStrength } from '../../../main/orders/shipments/cell-kinds.ts'

describe('a cell of a list of shipments', () => {
  it.each([
    ['1Z999AA10123456784', 1],
    ['1Z999AA10123456785', 0.9],
    ['AB12345678', 0.7],
    ['ABC1234567', 0.5],
    ['AB1234567', 0.5],
    ['12345678', 0.5],
    ['1234567', 0.3],
    ['1234', 0.3],
    ['123', 0],
    ['7'.repeat(50), 0.7],
    ['7'.repeat(51), 0],
    ['DHL 24', 0],
    ['12.50', 0],
    ['Tracked 24 hours', 0],
    ['9400110200881234567896 28.11.2026', 0],
    ['9400 1102 0088 1234 5678 96', 1],
    ['', 0],
  ])('ORD-07 “%s” is a tracking number with certainty %d', (cell, strength) => {
    expect(trackingStrength(cell)).toBe(strength)
  })

  it.each([
    ['Delivered 28 Nov', true],
    ['Out for delivery', true],
    ['not delivered', false],
    ['28 11', false],
    ['', false],
  ])('ORD-07 “%s” as a state: %s', (cell, is) => {
    expect(isState(cell)).toBe(is)
  })

  it.each([
    ['Anna Berg', true],
    ['ab12', true],
    ['A', false],
    ['', false],
    ['12 34', false],
    ['AB12345678', false],
    ['Delivered', false],
    ['28 November 2026', false],
    ['12-34567-89012', false],
  ])('ORD-07 “%s” as a name: %s', (cell, is) => {
    expect(canBeName(cell)).toBe(is)
  })

  it.each([
    ['Order number', 'order'],
    ['tracking_provider', 'carrier'],
    ['Weight', null],
    ['Something', undefined],
    [`${'x'.repeat(99)} order`, undefined],
  ])('ORD-07 a column named “%s” is %s', (name, kind) => {
    expect(headerKind(name)).toBe(kind)
  })
})
