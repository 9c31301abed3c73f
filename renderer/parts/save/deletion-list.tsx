/** Values that a save would delete from the platform, each confirmed by name. */
import { useState } from 'react'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { ConfirmBox } from './confirm-box.tsx'

type Deletion = { readonly id: string; readonly name: string }

export type Confirmations = {
  /** The ids that the seller confirmed. */
  readonly ids: readonly string[]
  readonly confirm: (id: string, isConfirmed: boolean) => void
  /** Call when another preview is shown: the seller confirmed those of the former one. */
  readonly reset: () => void
}

export const useConfirmations = (): Confirmations => {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    ids,
    confirm: (id, isConfirmed) => setIds((now) => (isConfirmed ? [...now, id] : now.filter((other) => other !== id))),
    reset: () => setIds([]),
  }
}

/** Why a save can't be sent yet; undefined once every deletion is confirmed. */
export const findUnconfirmed = (deletions: readonly Deletion[], { ids }: Pick<Confirmations, 'ids'>) => {
  const left = deletions.filter(({ id }) => !ids.includes(id)).length
  return left === 0 ? undefined : `${formatCount(left, 'deletion isn’t', 'deletions aren’t')} confirmed`
}

type DeletionListProps = {
  readonly deletions: readonly Deletion[]
  readonly confirmations: Confirmations
  /** Where the values are deleted: `the listing`. */
  readonly from: string
  readonly isDisabled: boolean
}

export const DeletionList = ({ deletions, confirmations, from, isDisabled }: DeletionListProps) =>
  deletions.length === 0 ? null : (
    <ConfirmBox
      names={deletions.map(({ id, name }) => (
        <li key={id}>
          <Checkbox
            isDisabled={isDisabled}
            isSelected={confirmations.ids.includes(id)}
            onChange={(isConfirmed) => confirmations.confirm(id, isConfirmed)}
          >
            Delete <del>{name}</del>
          </Checkbox>
        </li>
      ))}
      title={`This deletes ${formatCount(deletions.length, 'value')} from ${from}. Confirm each:`}
    />
  )
