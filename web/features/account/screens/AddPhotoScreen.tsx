import { Button, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useConfig } from '#web/app/config.ts'
import { EntryLayout } from '#web/app/EntryLayout.tsx'
import { useTitle } from '#web/app/title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../components/account.module.css'
import { usePicture } from '../components/usePicture.tsx'

/** A face beside the name, or not: the step may be skipped. */
export function AddPhotoScreen() {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const navigate = useNavigate()
  const picture = usePicture(() => void navigate({ to: '/welcome' }))
  useTitle(t('photo.title'))
  return (
    <EntryLayout title={t('photo.title')} lead={t('photo.lead')}>
      {picture.cropping ?? (
        <>
          <div className={css['face']}>
            <UserAvatar user={user} size={132} />
          </div>
          {picture.problem ? <div className={css['problem']}>{picture.problem}</div> : null}
          <Stack gap="sm">
            <PictureButton
              label={user.avatar.url ? t('picture.change') : t('picture.choose')}
              onChoose={picture.choose}
              fullWidth
              size="md"
            />
            <Button component={Link} to="/welcome" variant="default" fullWidth size="md">
              {user.avatar.url ? t('photo.go_on') : t('photo.skip')}
            </Button>
          </Stack>
        </>
      )}
    </EntryLayout>
  )
}
