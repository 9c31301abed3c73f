/**
 * A number, typed in the locale's format or stepped with the arrow keys. Doesn't use react-aria's NumberField: its spin
 * button empties a live region through innerHTML, which `require-trusted-types-for 'script'` refuses.
 */
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { TextField as AriaTextField, Group, Input } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { currentLocale } from '../format/locale-format.ts'
import { parseNumber } from '../format/parse-number.ts'
import fieldStyles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'

export type NumberFieldProps = FieldProps & {
  /** Null for an empty field. */
  readonly value: number | null
  /**
   * Called with every number, even beyond min and max, with null for an empty field, and with NaN if the text isn't a
   * number. So the value always matches the visible text: the caller's rules refuse a wrong one, and no older value is
   * saved instead.
   */
  readonly onChange?: ((value: number | null) => void) | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly onBlur?: (() => void) | undefined
}

/** A labelled number with stepping. Invalid text stays as typed, with a message. */
export const NumberField = ({ label, description, error, value, onChange, min, max, onBlur }: NumberFieldProps) => {
  const write = (number: number | null) =>
    number === null || Number.isNaN(number)
      ? ''
      : new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 10 }).format(number)
  // The typed text stays as long as its number is `value`; a `value` changed from outside replaces it.
  const [typed, setTyped] = useState({ text: write(value), value })
  if (!Object.is(typed.value, value)) setTyped({ text: write(value), value })

  const limits = describeLimits(write, min, max)
  const findProblem = (text: string) => {
    if (text.trim() === '') return undefined
    const number = parseNumber(text, currentLocale())
    if (number === null) return `Enter a number, for example ${write(1234.5)}.`
    if ((min !== undefined && number < min) || (max !== undefined && number > max)) return limits
    return undefined
  }
  const problem = findProblem(typed.text)

  const take = (text: string) => {
    const next = text.trim() === '' ? null : (parseNumber(text, currentLocale()) ?? Number.NaN)
    setTyped({ text, value: next })
    if (!Object.is(next, value)) onChange?.(next)
  }
  const stepBy = (steps: number) => {
    const from = value !== null && !Number.isNaN(value) ? value : steps > 0 ? (min ?? 0) - 1 : (max ?? 0) + 1
    // Rounded to the number's own digits, because 0.1 + 1 has rounding errors.
    const digits = (String(from).split('.')[1] ?? '').length
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number((from + steps).toFixed(digits))))
    setTyped({ text: write(next), value: next })
    if (next !== value) onChange?.(next)
  }

  return (
    <AriaTextField
      autoComplete="off"
      className={classNames(fieldStyles.field)}
      inputMode="decimal"
      isInvalid={error !== undefined || problem !== undefined}
      onBlur={() => {
        if (problem === undefined) setTyped({ text: write(value), value })
        onBlur?.()
      }}
      onChange={take}
      onKeyDown={(event) => {
        const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
        if (steps === undefined) return event.continuePropagation()
        event.preventDefault()
        stepBy(steps)
      }}
      validationBehavior="aria"
      value={typed.text}
    >
      <FieldLabel label={label} />
      <Group
        className={classNames(fieldStyles.box, fieldStyles.group)}
        isInvalid={error !== undefined || problem !== undefined}
      >
        <Input className={classNames(fieldStyles.input, 'tabular')} />
        <StepButton label={`Less ${label}`} onStep={() => stepBy(-1)} sign="minus" />
        <StepButton label={`More ${label}`} onStep={() => stepBy(1)} sign="plus" />
      </Group>
      <FieldFoot description={description} error={error ?? problem} />
    </AriaTextField>
  )
}

// Not in the tab order: the arrow keys in the field do the same.
const StepButton = ({ sign, label, onStep }: StepButtonProps) => {
  const Icon = sign === 'plus' ? Plus : Minus
  return (
    <button
      aria-label={label}
      className={fieldStyles.inside}
      onClick={onStep}
      onMouseDown={(event) => event.preventDefault()}
      tabIndex={-1}
      type="button"
    >
      <Icon aria-hidden="true" size={14} />
    </button>
  )
}

type StepButtonProps = {
  readonly sign: 'plus' | 'minus'
  readonly label: string
  readonly onStep: () => void
}

const describeLimits = (
  write: (number: number) => string,
  min: number | undefined,
  max: number | undefined,
): string => {
  if (min !== undefined && max !== undefined) return `Enter a number from ${write(min)} to ${write(max)}.`
  return min !== undefined ? `Enter ${write(min)} or more.` : `Enter ${write(max ?? 0)} or less.`
}
