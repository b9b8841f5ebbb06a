import { useQuery } from '@tanstack/react-query';
import { staffMe } from '../../../contract/staff/staff.ts';
import { call } from './call.ts';

export const meKey = ['me'];

/** Who is signed in. Asked once; every later refusal shows in the calls themselves. */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => call(staffMe, {}, signal),
    staleTime: Infinity,
  });
}
