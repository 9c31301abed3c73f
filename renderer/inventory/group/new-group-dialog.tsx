/** Makes a listing with variations of items that are sold alone: what they share, what varies, and the plan to confirm (LST-15). */
import { useState } from 'react'
import { MAX_GROUP_PICTURES, MAX_GROUP_TITLE } from '../../../shared/inventory/group.ts'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import type { NewGroup, NewGroupField } from '../../../shared/listing/contract/new-group-contract.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { Picture } from '../../parts/picture.tsx'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatMoney, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DescriptionField } from '../item/description/description-field.tsx'
import { ImagesEditor } from '../item/pictures/images-editor.tsx'
import { type PictureOwner, useNewListingPictures } from '../item/pictures/picture-uploads.ts'
import { ProblemLine } from '../item/problem-line.tsx'
import { Section } from '../item/section.tsx'
import styles from './new-group-dialog.module.css'

type Shown = OutputOf<StallhandContract['listing']['newGroup']>

const toggled = (names: readonly string[], name: string, isChosen: boolean): string[] =>
  isChosen ? [...names, name] : names.filter((one) => one !== name)

const Members = ({ members, variesBy }: Pick<Shown, 'members'> & { readonly variesBy: readonly string[] }) => (
  <div className={styles.frame}>
    <table className={styles.variations}>
      <thead>
        <tr>
          <th>Item</th>
          {variesBy.map((name) => (
            <th key={name}>{name}</th>
          ))}
          <th data-end="">Price</th>
          <th data-end="">Quantity</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ sku, title, pictureUrl, values, price, quantity, problem }) => (
          <tr key={sku}>
            <td>
              <Row gap={2}>
                <Picture url={pictureUrl} />
                <Stack gap={0}>
                  <span title={title ?? undefined}>
                    <Text mono>{sku}</Text>
                  </span>
                  {problem !== null && <ProblemLine problem={problem} />}
                </Stack>
              </Row>
            </td>
            {values.map(({ name, value }) => (
              <td key={name}>{value === '' ? <Text tone="danger">None</Text> : value}</td>
            ))}
            <td data-end="">{price === null ? '–' : formatMoney(price.amount, price.currency)}</td>
            <td data-end="">{quantity === null ? '–' : formatNumber(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

type FormProps = {
  readonly shown: Shown
  /** As typed; the answer may be one key behind. */
  readonly group: NewGroup
  readonly pictureOwner: PictureOwner
  readonly onChange: (change: Partial<NewGroup>) => void
}

const Form = ({ shown, group, pictureOwner, onChange }: FormProps) => {
  const { label } = usePlatform()
  const canUpload = useApiQuery('listing', 'choices', {}).data?.canUploadPictures === true
  const problemAt = (field: NewGroupField): { readonly message: string } | undefined => {
    const message = shown.problems.find((problem) => problem.field === field)?.message
    return message === undefined ? undefined : { message }
  }
  const [varies, aspects, items] = [problemAt('variesBy'), problemAt('aspects'), problemAt('items')]
  const { withOwnTexts } = shown
  return (
    <Stack gap={6}>
      <Stack gap={4}>
        <TextField
          autoFocus
          error={problemAt('title')}
          label="Title"
          limit={MAX_GROUP_TITLE}
          onChange={(title) => onChange({ title })}
          value={group.title}
        />
        <TextField
          description="Your own number for the listing. It can’t be changed later."
          error={problemAt('groupKey')}
          isMono
          label="SKU of the listing"
          onChange={(groupKey) => onChange({ groupKey })}
          value={group.groupKey}
        />
      </Stack>
      <Section
        note={
          shown.shared.length === 0
            ? 'Choose the item specifics in which the items differ.'
            : `Choose the item specifics in which the items differ. All share ${shown.shared
                .map(({ name, values }) => `${name}: ${values.join(', ')}`)
                .join('; ')}.`
        }
        title="What varies"
      >
        <Stack gap={1}>
          {shown.aspects.map(({ name, values, canVary }) => (
            <Checkbox
              isDisabled={!canVary && !group.variesBy.includes(name)}
              isSelected={group.variesBy.includes(name)}
              key={name}
              onChange={(isChosen) => {
                const variesBy = toggled(group.variesBy, name, isChosen)
                const isShown = group.picturesBy !== null && variesBy.includes(group.picturesBy)
                onChange({ variesBy, picturesBy: isShown ? group.picturesBy : (variesBy[0] ?? null) })
              }}
            >
              {name} <Text tone="soft">{canVary ? values.join(', ') : 'not allowed in this category'}</Text>
            </Checkbox>
          ))}
          {shown.aspects.length === 0 && <Text tone="soft">The items have the same item specifics.</Text>}
          {varies !== undefined && <ProblemLine problem={varies} />}
          {aspects !== undefined && <ProblemLine problem={aspects} />}
        </Stack>
        {group.variesBy.length > 1 && (
          <Row>
            <Select
              error={problemAt('picturesBy')}
              label="Pictures show"
              onChange={(picturesBy) => onChange({ picturesBy })}
              options={group.variesBy.map((name) => ({ id: name, label: name }))}
              value={group.picturesBy}
            />
          </Row>
        )}
      </Section>
      <Section
        note={shown.categoryName === null ? 'They have no category yet.' : `In the category ${shown.categoryName}.`}
        title={formatCount(shown.members.length, 'variation')}
      >
        {items !== undefined && <ProblemLine problem={items} />}
        <Members members={shown.members} variesBy={shown.group.variesBy} />
      </Section>
      <Section title="What they share">
        {withOwnTexts.length > 0 && (
          <Text as="p" tone="caution">
            {`${new Intl.ListFormat('en').format(withOwnTexts)} ${withOwnTexts.length === 1 ? 'has' : 'have'} a title or a listing description of ${withOwnTexts.length === 1 ? 'its' : 'their'} own, which ${label} shows instead of these. Clear it on the item’s page if you don’t want that.`}
          </Text>
        )}
        <DescriptionField
          error={problemAt('description')}
          html={group.description}
          onChange={(description) => onChange({ description })}
        />
        <ImagesEditor
          canUpload={canUpload}
          max={MAX_GROUP_PICTURES}
          onChange={(urls) => onChange({ imageUrls: [...(urls ?? [])] })}
          owner={pictureOwner}
          problem={problemAt('imageUrls')}
          urls={group.imageUrls}
        />
      </Section>
    </Stack>
  )
}

type ReviewProps = {
  readonly skus: readonly string[]
  readonly group: NewGroup
  /** Back to the form. */
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

const Review = ({ skus, group, onClose, onStarted }: ReviewProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery(
    'listing',
    'planNewGroup',
    { skus: [...skus], group, excluded: [...excluded] },
    { keepPrevious: true },
  )
  return (
    <PlanDialog
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={onStarted}
      plan={plan}
      submitLabel={() => 'Make the listing'}
      title="Review the listing"
    />
  )
}

type NewGroupDialogProps = {
  /** The items that become its variations. */
  readonly skus: readonly string[]
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const NewGroupDialog = ({ skus, onClose, onStarted }: NewGroupDialogProps) => {
  const [typed, setTyped] = useState<NewGroup>()
  const [isReviewing, setReviewing] = useState(false)
  const query = useApiQuery('listing', 'newGroup', { skus: [...skus], typed: typed ?? null }, { keepPrevious: true })
  const pictures = useNewListingPictures()
  const shown = query.data
  const group = typed ?? (shown === undefined ? undefined : shown.group)
  const problem =
    shown?.problems[0]?.message ?? shown?.members.find((member) => member.problem !== null)?.problem ?? undefined
  const waiting =
    pictures.uploading === 0
      ? undefined
      : formatCount(pictures.uploading, 'picture is being uploaded', 'pictures are being uploaded')

  if (isReviewing && group !== undefined) {
    return (
      <Review
        group={group}
        onClose={() => setReviewing(false)}
        onStarted={(runId) => {
          onClose()
          onStarted(runId)
        }}
        skus={skus}
      />
    )
  }
  return (
    <Dialog
      isDismissable={typed === undefined}
      onClose={onClose}
      size="l"
      submit={{
        label: 'Review',
        disabledReason: shown === undefined ? 'The items are being read' : (problem ?? waiting),
        isWaiting: query.isPlaceholderData,
        onPress: () => setReviewing(true),
      }}
      title="Make a listing with variations"
    >
      <QueryView label="The items" query={query} skeleton={{ shape: 'lines' }}>
        {(answer) => (
          <Form
            group={group ?? answer.group}
            onChange={(change) => setTyped((now) => ({ ...(now ?? answer.group), ...change }) satisfies NewGroup)}
            pictureOwner={pictures.owner}
            shown={answer}
          />
        )}
      </QueryView>
    </Dialog>
  )
}
