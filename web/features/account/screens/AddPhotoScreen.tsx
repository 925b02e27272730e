import { Button, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import authCss from '#web/shared/layout/auth-layout.module.css'
import { ProfileProgress } from '#web/shared/layout/EntryProgress.tsx'
import { pathAfterEntry } from '#web/shared/workspaces/path-after-entry.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../components/account.module.css'
import { useProfilePicture } from '../components/use-profile-picture.tsx'

/** An optional step of sign-up: add a profile picture. */
export function AddPhotoScreen() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const { user } = config
  const search = useSearch({ strict: false }) as { next?: string }
  const to: string = pathAfterEntry(config)
  const navigate = useNavigate()
  const picture = useProfilePicture(() => void navigate({ to, search }))
  usePageTitle(t('photo.title'))
  return (
    <AuthLayout
      title={t('photo.title')}
      lead={t('photo.lead')}
      progress={<ProfileProgress step={2} />}
    >
      {picture.cropDialog ?? (
        <>
          <div className={css['face']}>
            <UserAvatar user={user} size={132} />
          </div>
          {picture.errorAlert ? <div className={css['problem']}>{picture.errorAlert}</div> : null}
          <Stack gap="sm">
            <PictureButton
              label={user.avatar.url ? t('picture.change') : t('picture.choose')}
              onChoose={picture.choose}
              fullWidth
              size="md"
            />
            <Button
              renderRoot={(props) => <Link to={to} search={search} {...props} />}
              variant="default"
              fullWidth
              size="md"
            >
              {user.avatar.url ? t('photo.go_on') : t('photo.skip')}
            </Button>
          </Stack>
          <Link to="/create-profile" search={search} className={authCss['back']}>
            {t('common:entry.back')}
          </Link>
        </>
      )}
    </AuthLayout>
  )
}
