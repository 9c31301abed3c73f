/** A picture of a preview or product, fetched by main. */
import { ImageOff } from 'lucide-react'
import { useImage } from '../api/use-image.ts'
import styles from './mapping.module.css'

export const PreviewPicture = ({
  url,
  size,
}: {
  readonly url: string | null | undefined
  readonly size: 'row' | 'small' | 'large'
}) => {
  const image = useImage(url ?? undefined)
  return (
    <span className={styles.picture} data-size={size} title={image.state === 'missing' ? image.problem : undefined}>
      {image.state === 'ready' && <img alt="" src={image.dataUrl} />}
      {image.state === 'missing' && <ImageOff aria-hidden="true" size={size === 'large' ? 24 : 16} strokeWidth={1.5} />}
    </span>
  )
}
