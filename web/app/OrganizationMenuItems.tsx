import { AwardsMenuItem } from '#web/shared/awards/AwardsMenuItem.tsx'
import { useConfig } from '#web/shared/config.ts'
import { NominationsMenuItem } from '#web/shared/nominations/NominationsMenuItem.tsx'

/** The entries of the user menu for people whom awards and nominations concern. */
export function OrganizationMenuItems() {
  const { has_awards: hasAwards } = useConfig()
  return (
    <>
      {hasAwards ? <AwardsMenuItem /> : null}
      <NominationsMenuItem />
    </>
  )
}
