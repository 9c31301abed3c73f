/** Parts shared by all fields: the label above, the error, and the foot with description and counter. */
import { CircleAlert } from 'lucide-react'
import { FieldError as AriaFieldError, Label, Text } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { type Problem, ProblemText } from '../feedback/why-link.tsx'
import { formatNumber } from '../format/locale-format.ts'
import styles from './field.module.css'

/** Props of every field of the kit. */
export type FieldProps = {
  readonly label: string
  readonly description?: string | undefined
  /** The mistake, and what is allowed; marks the field as invalid. */
  readonly error?: string | Problem | undefined
}

/** The used part of an allowed length. */
export type FieldCount = {
  readonly used: number
  readonly limit: number
}

export const FieldLabel = ({ label, isHidden = false, isRequired = false }: FieldLabelProps) => {
  if (isHidden) {
    return (
      <VisuallyHidden>
        <Label>{label}</Label>
      </VisuallyHidden>
    )
  }
  return (
    <Label className={classNames(styles.label)}>
      {label}
      {isRequired && <span className={styles.required}> · required</span>}
    </Label>
  )
}

type FieldLabelProps = {
  readonly label: string
  readonly isHidden?: boolean | undefined
  readonly isRequired?: boolean | undefined
}

const CountText = ({ count: { used, limit } }: { readonly count: FieldCount }) => (
  <>
    <span aria-hidden="true">
      {formatNumber(used)}/{formatNumber(limit)}
    </span>
    <VisuallyHidden>
      {used > limit
        ? ` ${formatNumber(used - limit)} characters too many, ${formatNumber(limit)} are allowed`
        : ` ${formatNumber(used)} of ${formatNumber(limit)} characters used`}
    </VisuallyHidden>
  </>
)

/** The counter at the end of a box: visible while the user types there, and always from four fifths of the limit. */
export const FieldCountInside = ({ count }: { readonly count: FieldCount }) => {
  const { used, limit } = count
  return (
    <Text
      className={classNames(styles.countInside, used > limit && styles.over)}
      data-near={used * 5 >= limit * 4 || undefined}
      slot="description"
    >
      <CountText count={count} />
    </Text>
  )
}

/** The error, the description and the counter `used/limit` under a field. Renders nothing if all are absent. */
export const FieldFoot = ({ description, error, count }: FieldFootProps) => (
  <>
    {error !== undefined && (
      <AriaFieldError className={classNames(styles.error)}>
        <CircleAlert aria-hidden="true" size={14} />
        <span>
          <ProblemText problem={error} />
        </span>
      </AriaFieldError>
    )}
    {(description !== undefined || count !== undefined) && (
      <Text className={classNames(styles.foot)} slot="description">
        {description !== undefined && <span className={styles.description}>{description}</span>}
        {count !== undefined && (
          <span className={classNames(styles.count, count.used > count.limit && styles.over)}>
            <CountText count={count} />
          </span>
        )}
      </Text>
    )}
  </>
)

type FieldFootProps = {
  readonly description?: string | undefined
  readonly error?: string | Problem | undefined
  readonly count?: FieldCount | undefined
}

/** The counter of a text: code points against the limit, unless the caller counts otherwise. */
export const fieldCountOf = (
  value: string,
  limit: number | undefined,
  used: number | undefined,
): FieldCount | undefined => (limit === undefined ? undefined : { used: used ?? Array.from(value).length, limit })
