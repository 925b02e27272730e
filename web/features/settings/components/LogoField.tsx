import { Button, Group } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { limits } from '#contract/limits.ts'
import { toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { firstGrapheme } from '#web/ui/initials.ts'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { PictureCrop } from '#web/ui/PictureCrop.tsx'
import { useSaveLogo } from '../api/queries.ts'
import css from './settings.module.css'

function LogoCrop({
  problem,
  onClose,
  ...rest
}: { problem: string | null; onClose: () => void } & Pick<
  ComponentProps<typeof PictureCrop>,
  'file' | 'busy' | 'onUnreadable' | 'onDone'
>) {
  const { t } = useTranslation('settings')
  return (
    <Dialog title={t('global.logo_cut')} close={t('common:cancel')} onClose={onClose}>
      <PictureCrop
        {...rest}
        shape="square"
        aspect={1}
        onCancel={onClose}
        texts={{
          area: t('global.logo'),
          hint: t('global.logo_hint'),
          zoom: t('global.zoom'),
          done: t('global.logo_use'),
          cancel: t('common:cancel'),
        }}
      >
        {problem ? (
          <div role="alert" className={css['problem']}>
            {problem}
          </div>
        ) : null}
      </PictureCrop>
    </Dialog>
  )
}

/** The team's logo: choose and crop, which saves at once, or remove. */
export function LogoField({ name, url }: { name: string; url: string | null }) {
  const { t } = useTranslation('settings')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveLogo(
    () => {
      setFile(null)
      setProblem(null)
      notifySuccess(t('saved'))
    },
    (error) =>
      setProblem(
        Object.values(toFormErrors(t, error, ['file']).fields)[0] ?? t('errors:upload_failed'),
      ),
  )
  const choose = (chosen: File | null) => {
    save.reset()
    setProblem(chosen && chosen.size > limits.file_bytes_max ? t('errors:file_too_large') : null)
    if (chosen && chosen.size <= limits.file_bytes_max) setFile(chosen)
  }
  return (
    <div>
      <Group gap="md">
        <span className={css['logo']} aria-hidden="true">
          {url ? <img src={url} alt="" /> : firstGrapheme(name)}
        </span>
        <PictureButton
          variant="default"
          label={url ? t('global.logo_change') : t('global.logo_add')}
          onChoose={choose}
        />
        {url ? (
          <Button
            variant="subtle"
            color="red"
            loading={save.isPending && !file}
            onClick={() => save.mutate(null)}
          >
            {t('global.logo_remove')}
          </Button>
        ) : null}
      </Group>
      {problem && !file ? (
        <div role="alert" className={css['problem']}>
          {problem}
        </div>
      ) : null}
      {file ? (
        <LogoCrop
          file={file}
          busy={save.isPending}
          problem={problem}
          onClose={() => setFile(null)}
          onUnreadable={() => {
            setFile(null)
            setProblem(t('errors:file_unreadable'))
          }}
          onDone={(blob) => save.mutate(new File([blob], 'logo.webp', { type: blob.type }))}
        />
      ) : null}
    </div>
  )
}
