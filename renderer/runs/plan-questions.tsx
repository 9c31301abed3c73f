/** What a plan has confirmed once for all its rows: the values that it deletes, and large changes. */
import type { ReactNode } from 'react'
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { ConfirmBox } from '../parts/save/confirm-box.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'

type QuestionProps = {
  readonly title: string
  readonly answer: string
  /** Rows that are not named. */
  readonly more: number
  readonly isConfirmed: boolean
  readonly onConfirm: (isConfirmed: boolean) => void
  readonly children: ReactNode
}

const Question = ({ title, answer, more, isConfirmed, onConfirm, children }: QuestionProps) => (
  <ConfirmBox names={children} title={title}>
    {more > 0 && <Text tone="soft">And {formatNumber(more)} more, in the table above</Text>}
    <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
      {answer}
    </Checkbox>
  </ConfirmBox>
)

type Answer = Pick<QuestionProps, 'isConfirmed' | 'onConfirm'>

type PlanDeletionsProps = RunPlan['deletions'] & Answer & { readonly label: RunPlan['label'] }

export const PlanDeletions = ({ all, first, label, ...answer }: PlanDeletionsProps) => {
  const { the } = usePlatformName()
  return (
    <Question
      {...answer}
      answer={all === 1 ? 'Delete it' : `Delete all ${formatNumber(all)}`}
      more={all - first.length}
      title={label === 'delete' ? 'This can’t be undone' : `This deletes ${formatCount(all, 'value')} from ${the}`}
    >
      {first.map(({ sku, name }) => (
        <li key={`${sku} ${name}`}>
          <Text mono>{sku}</Text> Delete <del>{name}</del>
        </li>
      ))}
    </Question>
  )
}

type PlanCautionsProps = RunPlan['cautions'] & Answer & { readonly label: RunPlan['label'] }

/** A part of a listing with variations was chosen to be published or ended. */
export const isAboutListings = (label: RunPlan['label']): boolean => label === 'publish' || label === 'end'

export const PlanCautions = ({ all, first, label, ...answer }: PlanCautionsProps) => (
  <Question
    {...answer}
    answer={
      isAboutListings(label)
        ? 'With all variations'
        : all === 1
          ? 'The price is right'
          : `All ${formatNumber(all)} prices are right`
    }
    more={all - first.length}
    title={`Check ${formatCount(all, isAboutListings(label) ? 'listing' : 'price')}`}
  >
    {first.map(({ sku, message }) => (
      <li key={sku}>
        <Text mono>{sku}</Text> {message}
      </li>
    ))}
  </Question>
)
