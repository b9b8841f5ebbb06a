import * as contract from '../../../contract/account/passkeys.ts';
import { bind } from '../../platform/http/bind.ts';
import { addPasskey, startPasskey, listPasskeys, removePasskey } from './own-passkeys.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';

export const passkeyRoutes = [
  bind(contract.startPasskey, startPasskey),
  bind(contract.addPasskey, addPasskey),
  bind(contract.listPasskeys, listPasskeys),
  bind(contract.removePasskey, removePasskey),
  bind(contract.startPasskeySignIn, startPasskeySignIn),
  bind(contract.signInWithPasskey, signInWithPasskey),
];
