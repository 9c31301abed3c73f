// Adding SKUs to the list: typed or pasted, checked before anything is read.
import { useState } from 'react'
import { parseSkuList } from '../../shared/inventory/sku.ts'
import { useApiMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast.tsx'

/** Takes a list of SKUs; what breaks the rule stays in the field, with its reason. */
export function AddSkusDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const add = useApiMutation('inventory', 'addSkus')
  const { skus, problems } = parseSkuList(text)

  const submit = async () => {
    const { added, alreadyThere } = await add.mutateAsync({ skus: [...skus] })
    const known = alreadyThere === 0 ? '' : `, ${formatNumber(alreadyThere)} there already`
    toast({ text: `${formatCount(added, 'SKU')} added${known}`, tone: 'good' })
    const [only] = skus
    if (problems.length > 0) setText(problems.map((problem) => problem.text).join('\n'))
    else onClose()
    if (skus.length === 1 && only !== undefined) navigate({ screen: 'items', path: [only] })
  }

  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            disabledReason="there is no SKU in the field yet"
            isDisabled={skus.length === 0}
            isPending={add.isPending}
            onPress={() => void submit().catch(() => undefined)}
            variant="primary"
          >
            {skus.length === 0 ? 'Add SKUs' : `Add ${formatCount(skus.length, 'SKU')}`}
          </Button>
        </>
      }
      isDismissable={text === ''}
      isOpen
      onClose={onClose}
      title="Add SKUs"
    >
      <TextArea
        autoFocus
        description="One a line, or parted by spaces, commas or semicolons. Each is read from the platform; a SKU without an item can be created."
        error={
          problems
            .slice(0, 5)
            .map(({ message }) => message)
            .join(' ')
            .concat(problems.length > 5 ? ` And ${problems.length - 5} more.` : '')
            .replace(/^$/, '') || undefined
        }
        isMono
        label="SKUs"
        maxRows={12}
        minRows={5}
        onChange={setText}
        value={text}
      />
      {add.isError && <Banner tone="danger">{add.error.message}</Banner>}
    </Dialog>
  )
}
