import { Alert } from '@mantine/core'
import { type ReactNode, useState, type ComponentProps } from 'react'
import { limits } from '#contract/limits.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PictureCrop } from '#web/ui/PictureCrop.tsx'
import { useCall } from '#web/shared/use-call.ts'

type ProfilePictureState = {
  choose: (file: File | null) => void
  remove: () => void
  /** Discards the chosen file. */
  cancel: () => void
  isRemoving: boolean
  /** The crop tool for the chosen file; null without a file. */
  cropDialog: ReactNode
  /** The error about the chosen file; null without an error, and while the crop tool shows it. */
  errorAlert: ReactNode
}

/** The crop tool for the profile picture. After a failed upload its button retries. */
function ProfilePictureCrop({
  hasFailed,
  ...rest
}: { hasFailed: boolean } & Pick<
  ComponentProps<typeof PictureCrop>,
  'file' | 'busy' | 'onCancel' | 'onUnreadable' | 'onDone' | 'children'
>) {
  const { t } = useTranslation('account')
  return (
    <PictureCrop
      {...rest}
      shape="round"
      aspect={1}
      texts={{
        area: t('picture.area'),
        hint: t('picture.hint'),
        zoom: t('picture.zoom'),
        cancel: t('common:cancel'),
        done: hasFailed ? t('common:failure.retry') : t('picture.use'),
      }}
    />
  )
}

/**
 * Chooses, crops, uploads and removes the user's picture. A failed upload keeps the crop, and the
 * same button retries.
 */
export function useProfilePicture(onSaved: () => void): ProfilePictureState {
  const { t } = useTranslation('account')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const upload = useCall('profiles.avatar', {
    input: (blob: Blob | null) =>
      blob ? { file: new File([blob], 'picture') } : { body: { remove_picture: true } },
    waitsFor: 'everything',
    onSuccess: () => {
      setFile(null)
      onSaved()
    },
    onError: (error) => {
      setHasFailed(true)
      setProblem(toFormErrors(t, error, []).general)
    },
  })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const isTooLarge = chosen.size > limits.file_bytes_max
    setHasFailed(false)
    setProblem(isTooLarge ? t('errors:file_too_large') : null)
    setFile(isTooLarge ? null : chosen)
  }
  const discard = (problemText: string | null) => {
    setFile(null)
    setHasFailed(false)
    setProblem(problemText)
  }
  const alert = problem ? (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  ) : null
  return {
    choose,
    cancel: () => discard(null),
    isRemoving: upload.isPending && upload.variables === null,
    errorAlert: file ? null : alert,
    remove: () => {
      setProblem(null)
      upload.mutate(null)
    },
    cropDialog: file ? (
      <ProfilePictureCrop
        file={file}
        busy={upload.isPending}
        hasFailed={hasFailed}
        onCancel={() => discard(null)}
        onUnreadable={() => discard(t('errors:file_unreadable'))}
        onDone={(blob) => {
          setProblem(null)
          upload.mutate(blob)
        }}
      >
        {alert}
      </ProfilePictureCrop>
    ) : null,
  }
}
