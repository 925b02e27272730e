import { Button, Group } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import css from './picture-choice.module.css'

/** A picture of a form: `change` is a new file, null to remove it, undefined without a change. */
export type PictureChoiceState = {
  url: string | null
  change: File | null | undefined
  problem: string | null
  choose: (file: File | null) => void
  /** Shows the stored picture again. */
  reset: () => void
  /** Shows why the picture could not be saved, and keeps the stored one. */
  showRefusal: (error: unknown) => void
}

/** Holds the chosen picture of a form until it is saved. `url`: the stored picture. */
export function usePictureChoice(url: string | null): PictureChoiceState {
  const { t } = useTranslation('organization')
  const [chosen, setChosen] = useState<{ file: File | null; preview: string | null }>()
  const [problem, setProblem] = useState<string | null>(null)
  const preview = chosen?.preview
  useEffect(() => {
    if (!preview) return undefined
    return () => URL.revokeObjectURL(preview)
  }, [preview])
  const choose = (file: File | null) => {
    const isTooLarge = file !== null && file.size > limits.file_bytes_max
    setProblem(isTooLarge ? t('errors:file_too_large') : null)
    if (isTooLarge) return
    if (file) setChosen({ file, preview: URL.createObjectURL(file) })
    else setChosen(url === null ? undefined : { file: null, preview: null })
  }
  const reset = () => {
    setProblem(null)
    setChosen(undefined)
  }
  const showRefusal = (error: unknown) => {
    reset()
    const { fields, general } = toFormErrors(t, error, ['file'])
    setProblem(fields['file'] ?? general ?? t('errors:upload_failed'))
  }
  const shown = chosen ? chosen.preview : url
  return { url: shown, change: chosen?.file, problem, choose, reset, showRefusal }
}

/** Chooses, shows and removes a picture of a form. */
export function PictureChoice({ picture }: { picture: PictureChoiceState }) {
  const { t } = useTranslation('organization')
  const { url, problem, choose } = picture
  return (
    <div className={css['choice']}>
      {url ? <img src={url} alt={t('picture.alt')} className={css['preview']} /> : null}
      <Group gap={8}>
        <PictureButton
          variant="default"
          size="compact-sm"
          h={34}
          leftSection={<IconPhoto size={16} aria-hidden="true" />}
          label={t(url ? 'picture.change' : 'picture.add')}
          onChoose={(file) => {
            if (file) choose(file)
          }}
        />
        {url ? (
          <Button
            size="compact-sm"
            h={34}
            variant="subtle"
            color="gray"
            onClick={() => choose(null)}
          >
            {t('picture.remove')}
          </Button>
        ) : null}
      </Group>
      {problem ? (
        <div role="alert" className={css['problem']}>
          {problem}
        </div>
      ) : null}
    </div>
  )
}
