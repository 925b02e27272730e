import { Button, Group } from '@mantine/core'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PictureButton } from '#web/ui/PictureButton.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'
import { useProfilePicture } from './use-profile-picture.tsx'

export function PictureSection() {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const picture = useProfilePicture(() => notifySuccess(t('saved')))
  return (
    <AccountSection title={t('picture.title')}>
      <div className={css['picture']}>
        <UserAvatar user={user} size={88} />
        <Group gap="sm">
          <PictureButton
            variant="default"
            label={user.avatar.url ? t('picture.change') : t('picture.choose')}
            onChoose={picture.choose}
          />
          {user.avatar.url ? (
            <Button
              variant="subtle"
              color="gray"
              loading={picture.isRemoving}
              onClick={picture.remove}
            >
              {t('picture.remove')}
            </Button>
          ) : null}
        </Group>
      </div>
      {picture.errorAlert}
      {picture.cropDialog ? (
        <Dialog onClose={picture.cancel} title={t('picture.crop')} close={t('common:close')}>
          {picture.cropDialog}
        </Dialog>
      ) : null}
    </AccountSection>
  )
}
