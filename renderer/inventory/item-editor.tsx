// One item: its fields, what is kept beside them, how far it is from a listing, and the bar that saves.
import { Ban, Check, Circle, CircleDashed, Ellipsis, FileJson, History, ListX, RefreshCw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Item } from '../../shared/inventory/contract.ts'
import { fieldPaths, unknownFieldsOf, viewOf } from '../../shared/inventory/item.ts'
import { applyEdit } from '../../shared/inventory/item-edit.ts'
import { type ItemProblem, problemsOf, problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import { type JsonPath, samePath, valueAt } from '../../shared/inventory/json.ts'
import { TITLE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { type PublishStep, publishSteps } from '../../shared/inventory/publish-gaps.ts'
import { previewSave } from '../../shared/inventory/save-preview.ts'
import { useClient, useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Failing, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { numberText } from '../ui/locale-text.ts'
import { Menu } from '../ui/menu.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'
import { AspectsEditor } from './aspects-editor.tsx'
import { Conflicts } from './conflicts.tsx'
import { DescriptionPreview } from './description-preview.tsx'
import { FamilySection } from './family-section.tsx'
import { ImagesEditor } from './images-editor.tsx'
import styles from './item-editor.module.css'
import { conditionOptions, countOf, NO_CONDITION, placeName, problemText, stateWords, valueText } from './item-words.ts'
import { LanguageField } from './language-field.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useItemEdit } from './use-item-edit.ts'

export interface ItemEditorProps {
  readonly sku: string
  /** The focus goes to the first field. */
  readonly isEntered: boolean
  readonly onClose: () => void
}

/** Reads the item from this machine and shows it; an item that is not read yet can be read here. */
export function ItemEditor({ sku, isEntered, onClose }: ItemEditorProps) {
  const item = useQueryOf('inventory', 'item', { sku })
  if (item.data === undefined) {
    return (
      <Pane acts={<IconButton icon={X} label="Close the item" onPress={onClose} />} onBack={onClose} title={sku}>
        {item.isError ? (
          <Failing
            onRetry={() => void item.refetch()}
            what={`${sku} cannot be shown`}
            whatToDo="Try again, or go back to the list."
            why={item.error.message}
          />
        ) : (
          <Loading label={`Loading ${sku}`} shape="facts" />
        )}
      </Pane>
    )
  }
  return (
    <OpenItem
      isEntered={isEntered}
      item={item.data}
      onClose={onClose}
      readAgain={async () => (await item.refetch()).data}
    />
  )
}

interface OpenItemProps {
  readonly item: Item
  readonly isEntered: boolean
  readonly readAgain: () => Promise<Item | undefined>
  readonly onClose: () => void
}

function OpenItem({ item, isEntered, readAgain, onClose }: OpenItemProps) {
  const { sku } = item
  const client = useClient()
  const connection = useConnection()
  const now = useNow()
  const refresh = useCommandOf('inventory', 'refreshItem')
  const { edit, change, changeAll, keeping, keep, forget } = useItemEdit(item, readAgain)
  const [isSaving, setIsSaving] = useState(false)
  const [isReplacing, setIsReplacing] = useState(false)

  const record = item.record ?? undefined
  const draft = applyEdit(record, edit)
  const view = viewOf(draft)
  const isEdited = edit.changes.length > 0
  const problems = isEdited ? problemsOfEdit(draft, edit) : problemsOf(draft)
  const { deletions } = previewSave(record ?? {}, mergeEdit(record, edit).merged)
  const unknown = unknownFieldsOf(draft)
  const isUnsettled = item.state === 'uncertain'
  const { word, tone } = stateWords[item.state]

  const setText = (path: JsonPath) => (text: string) => change(path, text === '' ? undefined : text)
  /** A code stays a list where the platform holds one, and is one text otherwise (document 1, section 2). */
  const setCode = (path: JsonPath) => (text: string) => {
    const isList = Array.isArray(valueAt(record, path))
    const codes = text.split(',').map((code) => code.trim())
    change(path, text === '' ? undefined : isList ? codes : text)
  }
  const refused = item.refusals.filter(({ path }) => path.length > 0)
  /** What a rule says comes first: it has to be mended before the platform is asked again. */
  const error = (path: JsonPath): string | undefined =>
    problemAt(problems, path) ?? refused.find((refusal) => samePath(refusal.path, path))?.message

  const discard = async () => {
    await keep().catch(() => undefined)
    await client.inventory.discardEdit({ sku })
    forget()
    await readAgain()
    toast({
      text: `Edit of ${sku} discarded`,
      act: { label: 'Undo', onPress: () => void client.inventory.saveEdit({ sku, edit }).catch(() => undefined) },
    })
  }
  const removeFromList = async () => {
    try {
      await client.inventory.removeFromList({ sku })
      onClose()
      toast({
        text: `${sku} taken off the list`,
        act: { label: 'Undo', onPress: () => void client.inventory.addSkus({ skus: [sku] }).catch(() => undefined) },
      })
    } catch (failure) {
      toastFailure(failure)
    }
  }

  return (
    <>
      <Pane
        acts={
          <>
            <IconButton
              icon={RefreshCw}
              isPending={refresh.isPending}
              label="Read from the platform"
              onPress={() => refresh.mutate({ sku })}
            />
            <Menu
              acts={[
                {
                  id: 'history',
                  label: 'History',
                  description: 'Every save, and the way back',
                  icon: History,
                  onPress: () => goTo({ room: 'items', path: [sku, 'history'] }),
                },
                {
                  id: 'replace',
                  label: 'Replace the whole record…',
                  description: 'Typed out, not merged',
                  icon: FileJson,
                  onPress: () => setIsReplacing(true),
                },
                {
                  id: 'remove',
                  label: 'Take off the list',
                  description: 'The platform keeps the item',
                  icon: ListX,
                  onPress: () => void removeFromList(),
                },
              ]}
              label={`More for ${sku}`}
              trigger={<IconButton icon={Ellipsis} label="More" />}
            />
            <IconButton icon={X} label="Close the item" onPress={onClose} />
          </>
        }
        footer={
          isEdited ? (
            <div className={styles.saveBar}>
              <span className={styles.sum}>
                <strong>{countOf(edit.changes.length, 'change')}</strong>
                {deletions.length > 0 && (
                  <span className={styles.deletes}>, deletes {numberText(deletions.length)}</span>
                )}
                <span className={styles.kept} role="status">
                  {keeping.state === 'waiting'
                    ? 'Keeping…'
                    : keeping.state === 'failed'
                      ? `Not kept yet: ${keeping.message}`
                      : 'Kept on this machine'}
                </span>
              </span>
              <Button onPress={() => void discard().catch(toastFailure)} variant="quiet">
                Discard
              </Button>
              <Button
                disabledReason={
                  isUnsettled
                    ? 'it is not known yet whether the last save arrived'
                    : `${countOf(problems.length, 'problem')} to mend first`
                }
                isDisabled={problems.length > 0 || isUnsettled}
                kind={connection?.kind}
                onPress={() => setIsSaving(true)}
                variant="primary"
              >
                Review and save
              </Button>
            </div>
          ) : undefined
        }
        onBack={onClose}
        subtitle={
          <span className={styles.subtitle}>
            <span className="mono">{sku}</span>
            <Badge tone={tone}>{word}</Badge>
            {item.lastReadAtMs !== null && (
              <span>
                Read <RelativeTime at={item.lastReadAtMs} now={now} />
              </span>
            )}
            {item.editSource !== null && isEdited && <span>From {item.editSource}</span>}
          </span>
        }
        title={view.title ?? 'Item without a title'}
      >
        <div className={styles.body}>
          <Notices
            isRefreshing={refresh.isPending}
            item={item}
            onRefresh={() => refresh.mutate({ sku })}
            refreshError={refresh.error?.message}
          />
          <Conflicts item={item} keep={keep} />
          <Section title="Product">
            <TextField
              autoFocus={isEntered}
              error={error(fieldPaths.title)}
              label="Title"
              limit={TITLE_MAX_CHARACTERS}
              onChange={setText(fieldPaths.title)}
              value={view.title ?? ''}
            />
            <div className={styles.pair}>
              <NumberField
                error={error(fieldPaths.quantity)}
                label="Quantity"
                min={0}
                onChange={(quantity) => change(fieldPaths.quantity, quantity ?? undefined)}
                value={view.quantity ?? null}
              />
              <Select
                error={error(fieldPaths.condition)}
                label="Condition"
                onChange={(id) => change(fieldPaths.condition, id === NO_CONDITION ? undefined : id)}
                options={conditionOptions(view.condition)}
                value={view.condition ?? NO_CONDITION}
              />
            </div>
            <CodeField
              description="HTML source. Basic tags are allowed."
              error={error(fieldPaths.description)}
              label="Description"
              language="html"
              maxRows={16}
              minRows={5}
              onChange={setText(fieldPaths.description)}
              value={view.description ?? ''}
            />
            <DescriptionPreview html={view.description ?? ''} />
          </Section>
          <Section title="Pictures">
            <ImagesEditor
              onChange={(urls) => change(fieldPaths.imageUrls, urls)}
              problem={error(fieldPaths.imageUrls)}
              urls={view.imageUrls}
            />
          </Section>
          <Section
            note="Cells pasted from a sheet into a name fill in several at once: names first, then values."
            title="Item specifics"
          >
            <AspectsEditor aspects={view.aspects} onChange={changeAll} problems={problems} refusals={refused} />
          </Section>
          <Section title="Barcodes">
            <div className={styles.pair}>
              <TextField
                error={error(fieldPaths.upc)}
                isMono
                label="UPC"
                onChange={setCode(fieldPaths.upc)}
                value={view.upc.join(', ')}
              />
              <TextField
                error={error(fieldPaths.ean)}
                isMono
                label="EAN"
                onChange={setCode(fieldPaths.ean)}
                value={view.ean.join(', ')}
              />
            </div>
          </Section>
          <Section
            note="Offers and the legacy trading calls cannot change each other's listings: a SKU belongs to one of them."
            title="Who manages it"
          >
            <FamilySection item={item} />
          </Section>
          <Section title="Language">
            <LanguageField item={item} />
          </Section>
          {unknown.length > 0 && (
            <Section
              note="Stallhand does not know these. They are kept as they are with every save."
              title="Other fields"
            >
              <KeyValue
                facts={unknown.map(({ path, value }) => ({
                  label: placeName(path),
                  value: <span className={styles.raw}>{valueText(value)}</span>,
                  isMono: true,
                }))}
                isStacked
              />
            </Section>
          )}
          <Section
            note="Saving an item does not list it. A listing also needs an offer, made and published on the platform."
            title="On the way to a listing"
          >
            <ol className={styles.steps}>
              {publishSteps(draft, record !== undefined, item.family ?? undefined).map((step) => (
                <Step key={step.step} step={step} />
              ))}
            </ol>
          </Section>
        </div>
      </Pane>
      {isReplacing && <ReplaceDialog item={item} onClose={() => setIsReplacing(false)} />}
      {isSaving && <SaveDialog keep={keep} onClose={() => setIsSaving(false)} sku={sku} />}
    </>
  )
}

const problemAt = (problems: readonly ItemProblem[], path: JsonPath): string | undefined => {
  const found = problems.find((problem) => samePath(problem.path, path))
  return found === undefined ? undefined : problemText(found)
}

interface SectionProps {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

function Section({ title, note, children }: SectionProps) {
  return (
    <section aria-label={title} className={styles.section}>
      <div>
        <h3 className={styles.sectionTitle}>{title}</h3>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      {children}
    </section>
  )
}

const stepIcons = { done: Check, missing: Circle, notKnown: CircleDashed, refused: Ban } as const
const stepWords = { done: 'Done', missing: 'To do', notKnown: 'Not known here', refused: 'Refused' } as const

function Step({ step }: { readonly step: PublishStep }) {
  const Icon = stepIcons[step.state]
  return (
    <li className={styles.step} data-state={step.state}>
      <Icon aria-label={stepWords[step.state]} size={14} />
      <span>{step.text}</span>
    </li>
  )
}

interface NoticesProps {
  readonly item: Item
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
  readonly refreshError: string | undefined
}

/** What the seller has to know before the fields: saves that did not end well, and readings that failed. */
function Notices({ item, onRefresh, isRefreshing, refreshError }: NoticesProps) {
  const { lastSave, readProblem } = item
  const readNow = { label: 'Read now', onPress: onRefresh, isPending: isRefreshing }
  return (
    <>
      {item.state === 'uncertain' && lastSave !== null && (
        <Banner act={readNow} title="We do not know yet whether the last save arrived" tone="caution">
          {lastSave.state === 'sending' ? 'It is being sent.' : lastSave.message}
        </Banner>
      )}
      {(lastSave?.state === 'rejected' || lastSave?.state === 'notSaved') && item.edit !== null && (
        <Banner title="The last save did not go through" tone="danger">
          {lastSave.message}
        </Banner>
      )}
      {(refreshError ?? readProblem?.message) !== undefined && (
        <Banner act={readNow} title="The item could not be read from the platform" tone="caution">
          {refreshError ?? readProblem?.message}
        </Banner>
      )}
      {!item.isRead && readProblem === null && refreshError === undefined && (
        <Banner act={readNow} tone="info">
          This item has not been read from the platform yet. What you type is kept and compared before it is saved.
        </Banner>
      )}
      {item.isRead && item.record === null && item.edit === null && (
        <Banner tone="info">The platform has no item for this SKU. Fill in the fields to create one.</Banner>
      )}
    </>
  )
}
