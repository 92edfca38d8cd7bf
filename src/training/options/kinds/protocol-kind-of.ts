import type { ProtocolName } from "../run-config.js";
import type { ProtocolKind } from "./protocol-kind.js";
import { PROTOCOL_KINDS } from "./registry.js";

/** The kind of a configuration's protocol. */
export function protocolKindOf(config: { readonly protocol: ProtocolName }): ProtocolKind<ProtocolName> {
  return PROTOCOL_KINDS[config.protocol] as ProtocolKind<ProtocolName>;
}
