import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** The page after leaving a team. */
export function GoodbyeScreen() {
  const { t } = useTranslation('account')
  usePageTitle(t('goodbye.title'))
  return (
    <AuthLayout title={t('goodbye.title')} lead={t('goodbye.lead')}>
      <Stack gap="sm">
        <Button component={Link} to="/sign-up" fullWidth size="md">
          {t('goodbye.create')}
        </Button>
        <Button component={Link} to="/login" variant="default" fullWidth size="md">
          {t('goodbye.login')}
        </Button>
      </Stack>
    </AuthLayout>
  )
}
