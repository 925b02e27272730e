// The screens of groups, attributes and allowance rules. One file, because the name of each file that
// loads later is part of the first page.
export { AllowanceRulesScreen } from '#web/features/allowance-rules/screens/AllowanceRulesScreen.tsx'
export { AttributesScreen } from '#web/features/attributes/screens/AttributesScreen.tsx'
export { GroupScreen } from '#web/features/groups/screens/GroupScreen.tsx'
export { GroupsScreen } from '#web/features/groups/screens/GroupsScreen.tsx'
