/** A picture of a preview or product, fetched by main; its absence is a quiet frame. */
import { ImageOff } from 'lucide-react'
import { useImage } from '../api/use-image.ts'
import styles from './preview-page.module.css'

type Size = 'row' | 'small' | 'large'

const Frame = ({ size }: { readonly size: Size }) => (
  <ImageOff aria-hidden="true" size={size === 'large' ? 24 : 16} strokeWidth={1.5} />
)

const Fetched = ({ url, size }: { readonly url: string; readonly size: Size }) => {
  const image = useImage(url)
  return (
    <span className={styles.picture} data-size={size} title={image.state === 'missing' ? image.problem : undefined}>
      {image.state === 'ready' && <img alt="" src={image.dataUrl} />}
      {image.state === 'missing' && <Frame size={size} />}
    </span>
  )
}

export const PreviewPicture = ({ url, size }: { readonly url: string | undefined; readonly size: Size }) =>
  // Without an address there is nothing to ask for: a list that is scrolled mounts many of these.
  url === undefined || url === '' ? (
    <span className={styles.picture} data-size={size} title="No picture">
      <Frame size={size} />
    </span>
  ) : (
    <Fetched url={url} size={size} />
  )
