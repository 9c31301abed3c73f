import { describe, expect, it } from 'vitest'
import { createPressGuard } from '../../../renderer/shell/press-guard.ts'

const ship = { name: 'Mark as shipped' }
const write = { name: 'Write to buyer' }
const at = (x: number, y = 10) => ({ x, y })

describe('the pointer', () => {
  it('USE-08 doesn’t press another control with the second press of a double click', () => {
    const guard = createPressGuard()
    expect(guard.takesPress(at(100), ship, 0)).toBe(true)
    expect(guard.takesPress(at(101), write, 250)).toBe(false)
  })

  it('USE-08 presses it once the seller had time to see it', () => {
    const guard = createPressGuard()
    guard.takesPress(at(100), ship, 0)
    expect(guard.takesPress(at(100), write, 400)).toBe(true)
  })

  it('USE-08 presses what it moved to, at once', () => {
    const guard = createPressGuard()
    guard.takesPress(at(100), ship, 0)
    expect(guard.takesPress(at(140), write, 50)).toBe(true)
  })

  it('USE-08 presses another control after a key', () => {
    const guard = createPressGuard()
    guard.takesPress(at(100), ship, 0)
    guard.takesKey('Escape', false, undefined)
    expect(guard.takesPress(at(100), write, 100)).toBe(true)
  })

  it('USE-08 presses the same control twice', () => {
    const guard = createPressGuard()
    guard.takesPress(at(100), ship, 0)
    expect(guard.takesPress(at(100), ship, 120)).toBe(true)
  })
})

describe('Enter and Space', () => {
  it('USE-08 stay with their control while the key is held down', () => {
    const guard = createPressGuard()
    expect(guard.takesKey('Enter', false, ship)).toBe(true)
    expect(guard.takesKey('Enter', true, ship)).toBe(true)
    expect(guard.takesKey('Enter', true, { name: 'Discard' })).toBe(false)
  })

  it('USE-08 press what the seller moved to', () => {
    const guard = createPressGuard()
    guard.takesKey('Enter', false, ship)
    guard.takesKey('Tab', false, undefined)
    expect(guard.takesKey('Enter', false, write)).toBe(true)
  })
})
