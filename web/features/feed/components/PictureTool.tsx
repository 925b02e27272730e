import { IconPhotoPlus } from '@tabler/icons-react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './composer.module.css'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The choice of a picture for the post. */
export function PictureTool({ addPicture }: { addPicture: (files: FileList | null) => void }) {
  const { t } = useTranslation('feed')
  return (
    <label className={css['tool']} title={t('composer.picture')}>
      <IconPhotoPlus size={20} aria-hidden="true" />
      <span className="sr-only">{t('composer.picture')}</span>
      <input
        type="file"
        className="sr-only"
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          addPicture(event.currentTarget.files)
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
