/** Adds typed or pasted SKUs to the list. */
import { useState } from 'react'
import { parseSkuList, SKU_TOPIC } from '../../../shared/inventory/sku.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { navigate } from '../../location.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const MAX_REASONS = 5

const describeProblems = (problems: ReturnType<typeof parseSkuList>['problems']): string => {
  const more = problems.length > MAX_REASONS ? [`And ${formatNumber(problems.length - MAX_REASONS)} more.`] : []
  return [...problems.slice(0, MAX_REASONS).map(({ message }) => message), ...more].join(' ')
}

/** Invalid SKUs stay in the field, with the reason. */
export const AddSkusDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { the } = usePlatformName()
  const [text, setText] = useState('')
  const add = useApiMutation('inventory', 'addSkus')
  const { skus, problems } = parseSkuList(text)

  const submit = async () => {
    const [only] = skus
    const { added, alreadyThere } = await add.mutateAsync(
      { skus: [...skus] },
      {
        onSuccess: () => {
          if (problems.length > 0) setText(problems.map((problem) => problem.text).join('\n'))
          else onClose()
          if (skus.length === 1 && only !== undefined) navigate({ screen: 'items', path: [only] })
        },
      },
    )
    const known = alreadyThere === 0 ? '' : `, ${formatNumber(alreadyThere)} already in the list`
    toast({ text: `${formatCount(added, 'SKU')} added${known}`, tone: 'good' })
  }

  return (
    <Dialog
      submit={{
        label: skus.length === 0 ? 'Add' : `Add ${formatCount(skus.length, 'SKU')}`,
        disabledReason: skus.length === 0 ? 'Enter a SKU first' : undefined,
        isPending: add.isPending,
        onPress: () => void submit().catch(() => undefined),
      }}
      isDismissable={text === ''}
      onClose={onClose}
      title="Add by SKU"
    >
      <TextArea
        description={`One per line, or separated by commas or semicolons. Each is read from ${the}; if it has no item yet, you can create one.`}
        error={problems.length === 0 ? undefined : { message: describeProblems(problems), topic: SKU_TOPIC }}
        isMono
        label="SKUs"
        maxRows={12}
        minRows={5}
        onChange={setText}
        value={text}
      />
      <MutationError of={add} />
    </Dialog>
  )
}
